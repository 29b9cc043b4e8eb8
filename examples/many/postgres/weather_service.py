"""The town's weather as a service on loopback, which writes down each request: `python3 weather_service.py PORT FILE`."""
import contextlib
import http.server
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import town

DELAY = 0.05
"""The seconds that a response takes, for processes to be killed in."""


class Handler(http.server.BaseHTTPRequestHandler):
    weather = town.Weather()
    file = None

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        request, second = message["request"], message["hour"] * 3600
        self.file.write(f"{request['id']}\t{message['hour']}\n")
        time.sleep(DELAY)
        fields = self.weather.fields(request["position"], second)
        body = json.dumps(town.response(request, fields, second)).encode()
        # A service that has been killed does not wait for its response.
        with contextlib.suppress(BrokenPipeError):
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    with open(sys.argv[2], "a", buffering=1) as file:
        Handler.file = file
        http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()


if __name__ == "__main__":
    main()
