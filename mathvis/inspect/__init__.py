"""What is drawn in a file, shown to people: a summary, an overlay, a page that answers when it is pointed at."""
