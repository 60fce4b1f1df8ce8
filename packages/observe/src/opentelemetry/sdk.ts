/**
 * The official SDK, which costs time and memory at a start: only who exports loads it. Every package is imported here and so,
 * because the bundle would load static imports of npm packages with the server.
 */
export async function loadSdk() {
  const [grpc, api, core, resources, metrics, metricExporter, traces, traceExporter, logs, logExporter] =
    await Promise.all([
      import('@grpc/grpc-js'),
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/exporter-metrics-otlp-grpc'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-grpc'),
      import('@opentelemetry/sdk-logs'),
      import('@opentelemetry/exporter-logs-otlp-grpc'),
    ])
  return { grpc, api, core, resources, metrics, metricExporter, traces, traceExporter, logs, logExporter }
}

export type Sdk = Awaited<ReturnType<typeof loadSdk>>
