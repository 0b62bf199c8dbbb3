"""What was drawn.

`model`, `codec` and `readers` run inside the sandbox and need the standard library alone; this package
imports nothing, so that it costs them nothing. On the host, `geometry.SceneGeometry` derives what is
computed from a scene, `visibility.visible_shares` says what a reader sees of it, `conforming.agreement`
whether it is what the picture shows, and `overlay.overlay` draws it over the picture.
"""
