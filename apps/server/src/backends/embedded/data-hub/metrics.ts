import type { DataHubMetrics } from '@mqdeck/observe'
import type { View } from '../../../broker-config/configuration.ts'
import type { DataHub } from './service.ts'

interface Sources extends Pick<DataHub, 'validations' | 'transformations'> {
  readonly configuration: Pick<View, 'get'>
}

/** Metrics of validations and transformations for Prometheus, with EMQX's names. */
export function dataHubMetrics({ configuration, validations, transformations }: Sources): DataHubMetrics {
  const toMetrics = (
    all: readonly { readonly name: string; readonly enable: boolean }[],
    { metrics }: Pick<DataHub['validations'], 'metrics'>,
  ) => all.map(({ name, enable }) => ({ name, metrics: { enable: enable ? 1 : 0, ...metrics(name) } }))
  return {
    validations: toMetrics(configuration.get('schema_validation').validations, validations),
    transformations: toMetrics(configuration.get('message_transformation').transformations, transformations),
    schemas: Object.keys(configuration.get('schema_registry').schemas).length,
  }
}
