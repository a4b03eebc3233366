"""llama.cpp's own HTTP server with the tiny model: `serve_model.py MODEL PORT REASONING_FORMAT`."""

import signal
import sys

import xllamacpp

_, model, port, reasoning_format = sys.argv

params = xllamacpp.CommonParams()
params.model.path = model
params.port = int(port)
params.n_ctx = 8192
params.n_parallel = 4
params.warmup = False
params.use_jinja = True
params.reasoning_format = getattr(
    xllamacpp.common_reasoning_format, f"COMMON_REASONING_FORMAT_{reasoning_format.upper()}"
)
params.cpuparams.n_threads = 1  # two threads on two busy cores are far slower than one
server = xllamacpp.Server(params)
sys.stdout.write(f"listening {server.listening_address}\n")
sys.stdout.flush()
signal.pause()
