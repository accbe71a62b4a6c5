class UserError(Exception):
    """What the user can mend; ends the program with its message alone."""
