import type { openTelemetry, PlainValue } from '@mqdeck/contract'

/** EMQX's root `opentelemetry` in plain units: times in milliseconds, ratios from 0 to 1, files as paths. */
export type OpenTelemetrySettings = Readonly<PlainValue<typeof openTelemetry>>
export type ExporterSettings = OpenTelemetrySettings['exporter']
export type TraceSettings = OpenTelemetrySettings['traces']
