"""The account of a person: who Django's pages take you for, how you are kept, and coming back. Underneath is allauth."""
