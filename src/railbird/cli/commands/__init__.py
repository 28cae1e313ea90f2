"""The subcommands, one file each: their options, the library functions they call, and what they print."""
