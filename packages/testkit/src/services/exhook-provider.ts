import { createInbox, type Inbox } from '../inbox.ts'
import { startProcess } from '../process.ts'
import { readContractFile } from '../recordings/contract-folder.ts'
import { objectAt } from '../recordings/json.ts'

/** An ExHook server in Python, with Debian's gRPC and Protocol Buffers, which share no code with ours. */
export interface ExHookProvider {
  readonly port: number
  /** Calls of the broker, in the order received. */
  readonly calls: Inbox<ExHookCall>
  /**
   * Sets the response to a method, as JSON of Protocol Buffers. `{ raise: true }` fails, `{ sleep: 2 }` waits some
   * seconds before the usual answer, `{ change: { payload: 'x' } }` returns the message with changes, `{ hooks: [...]
   * }` is for OnProviderLoaded.
   */
  answer(method: string, answer: Readonly<Record<string, unknown>>): Promise<void>
  /** Kills it. */
  stop(): Promise<void>
}

export interface ExHookCall {
  readonly method: string
  /** With all fields; bytes in base64, 64-bit integers as text. */
  readonly request: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, string>>
}

interface Options {
  readonly port?: number
  /** Version of the protocol. Default `v2`. */
  readonly version?: 'v2' | 'v3'
  /** Hooks that it chooses when it starts. Default none. */
  readonly hooks?: readonly { readonly name: string; readonly topics?: readonly string[] }[]
  /** PEM texts. Enables TLS. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly clientCa?: string }
}

const program = `
import base64, json, sys, threading, time
from concurrent import futures
import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
options = json.loads(sys.argv[1])
definition = json.loads(sys.stdin.readline())
old = definition["package"]
package = old[:-2] + options["version"]
kinds = descriptor_pb2.FieldDescriptorProto
numbers = {"string": kinds.TYPE_STRING, "bool": kinds.TYPE_BOOL, "bytes": kinds.TYPE_BYTES, "int64": kinds.TYPE_INT64,
           "uint64": kinds.TYPE_UINT64, "uint32": kinds.TYPE_UINT32, "enum": kinds.TYPE_ENUM, "message": kinds.TYPE_MESSAGE}
added = {"ClientConnectRequest": [("user_props", 4)], "ClientConnackRequest": [("user_props", 5)],
         "ClientSubscribeRequest": [("user_props", 5)], "ClientUnsubscribeRequest": [("user_props", 5)],
         "MessagePublishRequest": [("props", 3), ("user_props", 4)]} if options["version"] == "v3" else {}
file = descriptor_pb2.FileDescriptorProto(name="exhook.proto", package=package, syntax="proto3")
full = lambda name: "." + name.replace(old, package)
for source in definition["messages"]:
    message = file.message_type.add(name=source["name"])
    for enum in source.get("enums", []):
        made = message.enum_type.add(name=enum["name"])
        for name, number in enum["values"].items():
            made.value.add(name=name, number=number)
    oneofs = []
    for one in source["fields"]:
        field = message.field.add(name=one["name"], number=one["number"])
        field.label = kinds.LABEL_REPEATED if one.get("repeated") or one["type"] == "map" else kinds.LABEL_OPTIONAL
        if one["type"] == "map":
            entry = message.nested_type.add(name="".join(part.capitalize() for part in one["name"].split("_")) + "Entry")
            entry.options.map_entry = True
            entry.field.add(name="key", number=1, label=kinds.LABEL_OPTIONAL, type=numbers[one["key"]])
            entry.field.add(name="value", number=2, label=kinds.LABEL_OPTIONAL, type=numbers[one["value"]])
            field.type = kinds.TYPE_MESSAGE
            field.type_name = "." + package + "." + source["name"] + "." + entry.name
            continue
        field.type = numbers[one["type"]]
        if "type_name" in one:
            field.type_name = full(one["type_name"])
        if one.get("oneof"):
            if one["oneof"] not in oneofs:
                oneofs.append(one["oneof"])
                message.oneof_decl.add(name=one["oneof"])
            field.oneof_index = oneofs.index(one["oneof"])
    for name, number in added.get(source["name"], []):
        message.field.add(name=name, number=number, label=kinds.LABEL_REPEATED, type=kinds.TYPE_MESSAGE,
                          type_name="." + package + ".Property")
pool = descriptor_pool.DescriptorPool()
pool.Add(file)
factory = message_factory.MessageFactory(pool)
classOf = lambda name: factory.GetPrototype(pool.FindMessageTypeByName(name.replace(old, package)))
lock = threading.Lock()
answers = {"OnProviderLoaded": {"hooks": options["hooks"]}}
def write(value):
    with lock:
        sys.stdout.write(json.dumps(value) + "\\n")
        sys.stdout.flush()
def handlerOf(method):
    request, response = classOf(method["request"]), classOf(method["response"])
    def handle(received, context):
        answer = dict(answers.get(method["name"], {}))
        delay = answer.pop("sleep", 0)
        isQuiet = answer.pop("quiet", False)
        if not isQuiet:
            write({"method": method["name"], "metadata": {key: str(value) for key, value in context.invocation_metadata()},
               "request": json_format.MessageToDict(received, including_default_value_fields=True, preserving_proto_field_name=True)})
        if delay:
            time.sleep(delay)
        if answer.pop("raise", False):
            raise Exception("as the test wants")
        change = answer.pop("change", None)
        made = json_format.ParseDict(answer, response())
        if change is not None:
            changed = dict(change)
            headers = changed.pop("headers", {})
            if "payload" in changed:
                changed["payload"] = base64.b64encode(changed["payload"].encode()).decode()
            made.message.CopyFrom(received.message)
            for key, value in headers.items():
                made.message.headers[key] = value
            for key, value in json_format.ParseDict(changed, type(made.message)()).ListFields():
                setattr(made.message, key.name, value)
            for key in changed:
                if changed[key] == "" or changed[key] == 0:
                    made.message.ClearField(key)
        return made
    return grpc.unary_unary_rpc_method_handler(handle, request_deserializer=request.FromString,
                                               response_serializer=lambda message: message.SerializeToString())
service = definition["services"][0]
server = grpc.server(futures.ThreadPoolExecutor(max_workers=64))
server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(
    package + "." + service["name"], {method["name"]: handlerOf(method) for method in service["methods"]}),))
place = "127.0.0.1:%d" % options["port"]
tls = options.get("tls")
if tls:
    ca = tls.get("clientCa")
    credentials = grpc.ssl_server_credentials([(tls["key"].encode(), tls["cert"].encode())],
        root_certificates=ca.encode() if ca else None, require_client_auth=bool(ca))
    port = server.add_secure_port(place, credentials)
else:
    port = server.add_insecure_port(place)
server.start()
write({"listening": port})
for line in sys.stdin:
    command = json.loads(line)
    answers[command["method"]] = command["answer"]
    write({"answering": command["method"]})
`

/**
 * Starts it. Until `answer` is called, it responds with empty messages.
 * @debian python3-grpcio /usr/lib/python3/dist-packages/grpc/__init__.py
 * @debian python3-protobuf /usr/lib/python3/dist-packages/google/protobuf/__init__.py
 */
export async function startExHookProvider(options: Options = {}): Promise<ExHookProvider> {
  const { port = 0, version = 'v2', hooks = [], tls } = options
  const child = startProcess({
    command: '/usr/bin/python3',
    args: ['-c', program, JSON.stringify({ port, version, hooks, ...(tls && { tls }) })],
  })
  child.write(`${JSON.stringify(readContractFile('grpc/exhook.json'))}\n`)
  const bound = JSON.parse(await child.line(/^\{"listening"/)) as { readonly listening: number } // written above
  const calls = createInbox<ExHookCall>(({ method }) => method)
  const read = async () => {
    for (;;) {
      const value = objectAt({ value: JSON.parse(await child.line(/^\{"method"/, 3_600_000)) }, 'value')
      calls.push(value as unknown as ExHookCall) // written by the program above
    }
  }
  // Ends with the process.
  read().catch((error: unknown) => calls.close(String(error)))
  return {
    port: bound.listening,
    calls,
    async answer(method, answer) {
      child.write(`${JSON.stringify({ method, answer })}\n`)
      await child.line(new RegExp(`^\\{"answering": "${method}"`))
    },
    async stop() {
      await child.kill()
    },
  }
}

/** All hooks, as the recorded server chose them. */
export const everyExHook = [
  'client.connect',
  'client.connack',
  'client.connected',
  'client.disconnected',
  'client.authenticate',
  'client.authorize',
  'client.subscribe',
  'client.unsubscribe',
  'session.created',
  'session.subscribed',
  'session.unsubscribed',
  'session.resumed',
  'session.discarded',
  'session.takenover',
  'session.terminated',
  'message.publish',
  'message.delivered',
  'message.dropped',
  'message.acked',
].map((name) => ({ name, topics: [] }))
