"""The core family: predicates that many disciplines share, one module an idea."""
