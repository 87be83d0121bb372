from tests.load.conftest import prepared

__all__ = ["prepared"]
