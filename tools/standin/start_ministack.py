"""Starts ministack. Its functions may take a minute to start, because Lambda's ten seconds are too short on a busy machine."""
from ministack.app import main
from ministack.core import lambda_runtime

lambda_runtime._PROVIDED_INIT_TIMEOUT = 60.0

if __name__ == "__main__":
    main()
