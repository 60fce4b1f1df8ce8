import type { openTelemetry, PlainValue } from '@mqdeck/contract'

/** EMQX's root `opentelemetry` in plain units: times in milliseconds, shares of 1, files by their paths. */
export type OpenTelemetrySettings = Readonly<PlainValue<typeof openTelemetry>>
export type ExporterSettings = OpenTelemetrySettings['exporter']
export type TraceSettings = OpenTelemetrySettings['traces']
