"""What a Python service takes to return the same JSON: FastAPI on uvicorn, as Debian packages them."""

import json
import os
import socket

import uvicorn
from fastapi import FastAPI

app = FastAPI()
answer = json.loads(os.environ["ANSWER"])


@app.get("/api/v1/stock/{symbol}")
async def stock(symbol: str):
    return answer


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])
