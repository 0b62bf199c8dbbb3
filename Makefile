# make setup   everything mathvis needs, on Debian 12 or newer with Python 3.11, git and make
# make demo    sets up, then runs six tasks over recorded replies and prints the scorecard
# make test    sets up both backends of the sandbox, then runs all tests
# make lint    formatting, rules, types
# make image   builds the image of the docker backend, if an engine answers

.PHONY: setup demo test lint image

setup:
	@scripts/setup.sh

image: setup
	@scripts/image.sh

demo: setup
	@rm -rf demo-run
	.venv/bin/mathvis run --harness direct --model replay:examples/replies --tasks '*' --rollouts 3 --out demo-run

test: image
	.venv/bin/python -m pytest -n auto $(PYTEST)

lint: setup
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
