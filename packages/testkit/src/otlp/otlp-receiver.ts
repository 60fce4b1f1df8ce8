import { type Metadata, Server, ServerCredentials, type ServiceDefinition, status } from '@grpc/grpc-js'
import type { Certificate } from '../certificate.ts'
import { createInbox, type Inbox } from '../inbox.ts'
import {
  decodeLogs,
  decodeMetrics,
  decodeSpans,
  type ReceivedLog,
  type ReceivedMetric,
  type ReceivedSpan,
} from './decode.ts'

/** An OpenTelemetry collector that records what it receives over gRPC. */
export interface OtlpReceiver {
  /** `http://127.0.0.1:4317`, or `https://localhost:4317` with a certificate. */
  readonly url: string
  readonly spans: Inbox<ReceivedSpan>
  readonly metrics: Inbox<ReceivedMetric>
  readonly logs: Inbox<ReceivedLog>
  /** Headers of the latest export. */
  headers(): Readonly<Record<string, unknown>>
  /** Rejects every export with this error from now on. Undefined: accepts. */
  refuse(reason: string | undefined): void
  stop(): void
}

export interface OtlpReceiverOptions {
  readonly port?: number
  /** Enables TLS. With `ca`, clients need a certificate of it. */
  readonly tls?: Certificate & { readonly ca?: string }
}

export async function startOtlpReceiver({ port = 0, tls }: OtlpReceiverOptions = {}): Promise<OtlpReceiver> {
  const spans = createInbox<ReceivedSpan>(({ name }) => name)
  const metrics = createInbox<ReceivedMetric>(({ name }) => name)
  const logs = createInbox<ReceivedLog>(({ body }) => String(body))
  let latest: Metadata | undefined
  let reason: string | undefined

  const server = new Server()
  const receive = <T>(signal: string, decode: (bytes: Buffer) => readonly T[], inbox: Inbox<T>) => {
    const definition: ServiceDefinition = {
      Export: {
        path: `/opentelemetry.proto.collector.${signal}.v1.${titles[signal]}Service/Export`,
        requestStream: false,
        responseStream: false,
        requestSerialize: (bytes: Buffer) => bytes,
        requestDeserialize: (bytes: Buffer) => bytes,
        responseSerialize: (bytes: Buffer) => bytes,
        responseDeserialize: (bytes: Buffer) => bytes,
      },
    }
    server.addService(definition, {
      Export: (
        call: { readonly request: Buffer; readonly metadata: Metadata },
        answer: (error: object | null, response?: Buffer) => void,
      ) => {
        latest = call.metadata
        if (reason !== undefined) return answer({ code: status.PERMISSION_DENIED, details: reason })
        for (const one of decode(call.request)) inbox.push(one)
        answer(null, Buffer.alloc(0))
      },
    })
  }
  receive('trace', decodeSpans, spans)
  receive('metrics', decodeMetrics, metrics)
  receive('logs', decodeLogs, logs)

  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${port}`, credentialsOf(tls), (error, found) =>
      error ? reject(error) : resolve(found),
    ),
  )
  return {
    url: tls ? `https://localhost:${bound}` : `http://127.0.0.1:${bound}`,
    spans,
    metrics,
    logs,
    headers: () => latest?.getMap() ?? {},
    refuse: (why) => {
      reason = why
    },
    stop: () => server.forceShutdown(),
  }
}

const titles: Readonly<Record<string, string>> = { trace: 'Trace', metrics: 'Metrics', logs: 'Logs' }

function credentialsOf(tls: OtlpReceiverOptions['tls']) {
  if (!tls) return ServerCredentials.createInsecure()
  const pair = [{ cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) }]
  return ServerCredentials.createSsl(tls.ca === undefined ? null : Buffer.from(tls.ca), pair, tls.ca !== undefined)
}
