"""The pages of an account: signing in, passkeys, passwords, keys. They build on allauth."""
