export { freeAddress, type UsedAddresses, useUsedAddresses } from './address-queries.ts'
export { bindFields } from './bind-field.tsx'
export { toFieldError } from './field-errors.ts'
export { formMessages as listenerFormMessages } from './form-messages.ts'
export {
  listenerCertificateQuery,
  listenerSettingsQuery,
  listenersQuery,
  someListenerSettingsQuery,
  useFirstCommands,
  usePublishCommand,
} from './listener-queries.ts'
export { ListenerConnections, ListenerStateDot, stateOnNode } from './running-state.tsx'
export { globalZone, type ZoneOverrides, type Zones, zonesQuery } from './zone-queries.ts'
