"""The containers' own seccomp profile: what it names, and what it does in an engine."""

import json

import pytest

from mathvis.sandbox.inside import seccomp
from mathvis.sandbox.inside.syscalls import NUMBERS
from mathvis.sandbox.profile import docker_profile

NEVER = """
    ptrace process_vm_readv process_vm_writev socket connect bind listen accept mount umount2 unshare setns pivot_root
    chroot mknod mknodat bpf keyctl add_key request_key io_uring_setup perf_event_open userfaultfd open_by_handle_at
    fsopen move_mount kexec_load init_module delete_module reboot swapon syslog clock_settime settimeofday personality
    pidfd_getfd kcmp quotactl acct fanotify_init shmget semget msgget mq_open
"""


def allowed():
    return {
        name: rule.get("args", [])
        for rule in json.loads(docker_profile())["syscalls"]
        if rule["action"] == "SCMP_ACT_ALLOW"
        for name in rule["names"]
    }


def test_whatever_is_not_named_is_denied():
    profile = json.loads(docker_profile())
    assert profile["defaultAction"] == "SCMP_ACT_ERRNO"
    assert {each["architecture"] for each in profile["archMap"]} == {"SCMP_ARCH_X86_64", "SCMP_ARCH_AARCH64"}
    assert not any(each["subArchitectures"] for each in profile["archMap"]), "32-bit calls have other numbers"


@pytest.mark.parametrize("name", NEVER.split())
def test_what_a_runner_never_needs_is_not_named(name):
    assert name not in allowed()


def test_the_engine_may_do_in_a_container_all_that_its_own_filter_allows():
    assert set(seccomp.ORDINARY.split()) <= set(allowed())


def test_every_call_has_one_rule():
    names = [name for rule in json.loads(docker_profile())["syscalls"] for name in rule["names"]]
    assert len(names) == len(set(names))
    assert {name for name in names if name not in NUMBERS} <= {"capget", "chown", "fchown", "fchownat", "lchown"}


def test_processes_are_made_without_namespaces_and_sockets_in_pairs():
    clone, pair = allowed()["clone"], allowed()["socketpair"]
    assert clone == [{"index": 0, "value": 0x7E020000, "valueTwo": 0, "op": "SCMP_CMP_MASKED_EQ"}]
    assert pair == [{"index": 0, "value": 1, "valueTwo": 0, "op": "SCMP_CMP_EQ"}]
