/**
 * Loads the official SDK, only when something is exported, since it takes time and memory. All its packages are imported here
 * dynamically, because the bundle loads static imports of npm packages at startup.
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
