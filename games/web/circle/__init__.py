"""The pages about circles: their members and players, and which circle the person looks at."""
