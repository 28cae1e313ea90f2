"""The subcommands, one file each: options, the library's own functions, and what is printed."""
