import { isRecord } from '@mqdeck/contract'
import { createInbox, type Inbox } from '../inbox.ts'
import { startProcess } from '../process.ts'

/** Debian's STOMP client for Python, which is independent of ours. */
export interface StompPy {
  /** Frames and events: `connected`, `message`, `receipt`, `error`, `disconnected`, `heartbeat_timeout`. */
  readonly events: Inbox<StompPyEvent>
  /** Calls a method of the client, such as `subscribe`, with the names of its parameters. Resolves when the call has returned. */
  call(method: string, options?: Readonly<Record<string, unknown>>): Promise<void>
  close(): Promise<void>
}

export interface StompPyEvent {
  readonly event: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Options {
  readonly port: number
  readonly version: '1.0' | '1.1' | '1.2'
  /** Milliseconds that it sends in, and wants. */
  readonly heartBeats?: readonly [sends: number, wants: number]
  /** File with the CA to trust. Enables TLS. */
  readonly caFile?: string
}

const program = `
import json, sys, threading, stomp
options = json.loads(sys.argv[1])
lock = threading.Lock()
def write(event, headers, body):
    with lock:
        sys.stdout.write(json.dumps({"event": event, "headers": headers, "body": body}) + "\\n")
        sys.stdout.flush()
def tell(event, frame=None):
    write(event, dict(frame.headers) if frame else {}, str(frame.body or "") if frame else "")
class Listener(stomp.ConnectionListener):
    def on_connected(self, frame): tell("connected", frame)
    def on_message(self, frame): tell("message", frame)
    def on_receipt(self, frame): tell("receipt", frame)
    def on_error(self, frame): tell("error", frame)
    def on_disconnected(self): tell("disconnected")
    def on_heartbeat_timeout(self): tell("heartbeat_timeout")
kind = {"1.0": stomp.Connection10, "1.1": stomp.Connection11, "1.2": stomp.Connection12}[options["version"]]
place = ("127.0.0.1", options["port"])
beats = {} if options["version"] == "1.0" else {"heartbeats": tuple(options["heartBeats"])}
connection = kind([place], reconnect_attempts_max=1, **beats)
if options.get("caFile"):
    connection.set_ssl([place], ca_certs=options["caFile"])
connection.set_listener("", Listener())
for line in sys.stdin:
    call = json.loads(line)
    try:
        getattr(connection, call["method"])(**call["options"])
        write("returned", {}, "")
    except Exception as error:
        write("raised", {}, repr(error))
`

/**
 * Starts the client. It connects with `call('connect', { wait: true })`.
 * @debian python3-stomp /usr/lib/python3/dist-packages/stomp/__init__.py
 */
export function startStompPy({ heartBeats = [0, 0], ...options }: Options): StompPy {
  const child = startProcess({
    command: '/usr/bin/python3',
    args: ['-c', program, JSON.stringify({ ...options, heartBeats })],
  })
  const events = createInbox<StompPyEvent>(({ event, body }) => `${event} ${body}`)
  const read = async () => {
    for (;;) {
      const value: unknown = JSON.parse(await child.line(/^\{/))
      // Written by the program above.
      if (isRecord(value)) events.push(value as unknown as StompPyEvent)
    }
  }
  // Ends with the process.
  read().catch((error: unknown) => events.close(String(error)))
  return {
    events,
    async call(method, options = {}) {
      child.write(`${JSON.stringify({ method, options })}\n`)
      const { event, body } = await events.take(({ event }) => event === 'returned' || event === 'raised', method)
      if (event === 'raised') throw new Error(`${method}: ${body}`)
    },
    async close() {
      await child.stop()
    },
  }
}
