"""Events into what consumers read: one file per protocol, the same two verbs everywhere."""
