from sandbox_backends import bubblewrap, docker, sandbox

__all__ = ["bubblewrap", "docker", "sandbox"]
