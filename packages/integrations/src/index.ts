export type { SendOptions } from './action.ts'
export { createIntegrations } from './create-integrations.ts'
export { IntegrationError } from './integration-error.ts'
export type {
  ActionEvent,
  ActionObserver,
  Dependants,
  IntegrationId,
  IntegrationState,
  Integrations,
  IntegrationsOptions,
} from './integrations.ts'
export type { ByTypeAndName, IntegrationsSettings } from './plan-changes.ts'
export type { Data, Exchange } from './port.ts'
