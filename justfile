# Every task of the project. CI calls only these recipes: what it does, you can do.

set shell := ["bash", "-euo", "pipefail", "-c"]

# Recipes choose their environment themselves.
unexport VIRTUAL_ENV

run := "uv run --no-sync"

# Show the recipes.
default:
    @just --list --unsorted

# Install the locked development environment.
setup:
    @uv sync --quiet --locked --compile-bytecode

# Check style and formatting.
lint: setup
    {{ run }} ruff check
    {{ run }} ruff format --check

# Check types with both checkers.
types: setup
    {{ run }} mypy
    {{ run }} pyright

# Check that imports respect the layers.
layers: setup
    {{ run }} lint-imports

# Run the tests on the checkout: `just test tests/core -k fence`.
test *ARGS: setup
    {{ run }} pytest {{ ARGS }}

# Run the tests on the built wheel with one Python: `just test-on 3.12`.
test-on VERSION *ARGS: (_wheel)
    UV_PROJECT_ENVIRONMENT=.venvs/{{ VERSION }} uv sync --quiet --locked --only-group test \
        --compile-bytecode --python {{ VERSION }}
    uv pip install --quiet --python .venvs/{{ VERSION }} --no-deps --no-index --compile-bytecode dist/*.whl
    THOUGHTSTREAM_WHEEL="$(echo dist/*.whl)" .venvs/{{ VERSION }}/bin/python -m pytest -n auto {{ ARGS }}

# Check that its own tests cover every branch of the core.
cover *TESTS="tests/core": setup
    {{ run }} coverage run -m pytest -q {{ TESTS }}
    {{ run }} coverage report --include='src/thoughtstream/core/*' --fail-under=100

# Build the wheel and the source distribution into dist/.
build:
    rm -rf dist
    uv build --quiet
    @ls dist

# Install the built wheel alone in a fresh environment and use it.
bare: setup (_wheel)
    THOUGHTSTREAM_WHEEL="$(echo dist/*.whl)" {{ run }} pytest -q tests/test_bare_install.py

# Run every snippet of the documentation.
docs: setup
    {{ run }} pytest -q tests/test_docs.py

# Check the CI workflows.
workflows: setup
    {{ run }} zizmor --offline --persona pedantic .github/workflows
    {{ run }} check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml

# Fuzz the machine for some seconds.
fuzz SECONDS="60":
    uv run --locked --isolated --python 3.11 --group fuzz python -m fuzz {{ SECONDS }}

# Run the laws in their long form.
laws: setup
    {{ run }} python tests/property/long_form.py

# Measure against the floors and the peers.
bench *ARGS: setup
    {{ run }} python -m bench {{ ARGS }}

# Print figures with their limits, measured now: `just figures machine` (about half an hour).
figures NAME *ARGS: setup
    {{ if NAME == "machine" { "just laws" } else { "true" } }}
    {{ run }} python -m bench.figures {{ NAME }} {{ ARGS }}

# Run the tests with real servers, clients and consumers; needs node.
real: (_wheel)
    command -v npm >/dev/null || { echo "npm was not found: install Node.js 20 or newer." >&2; exit 1; }
    cd tests/real/node && npm ci --no-audit --no-fund --loglevel=error
    for group in real litellm; do \
        UV_PROJECT_ENVIRONMENT=.venvs/$group uv sync --quiet --locked --only-group $group \
            --compile-bytecode --python 3.11; \
        uv pip install --quiet --python .venvs/$group --no-deps --no-index dist/*.whl; \
    done
    .venvs/real/bin/python -m pytest -q tests/real --override-ini "addopts=--import-mode=importlib" --ignore=tests/real/test_litellm.py
    LITELLM_LOCAL_MODEL_COST_MAP=True .venvs/litellm/bin/python -m pytest -q tests/real/test_litellm.py --override-ini "addopts=--import-mode=importlib"

# Everything CI does, in order.
ci: lint types layers workflows cover docs build bare (test-on "3.11") (test-on "3.12") (test-on "3.13")

_wheel:
    @ls dist/*.whl >/dev/null 2>&1 || { echo "There is no wheel in dist/: run \`just build\` first." >&2; exit 1; }
