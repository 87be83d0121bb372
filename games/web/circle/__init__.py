"""The pages about circles: who belongs to one, who plays in it, which one is looked at."""
