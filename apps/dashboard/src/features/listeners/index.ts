export { listenerSettingsQuery, listenersQuery, useFirstCommands, usePublishCommand } from './listeners.ts'
export { ListenerConnections, ListenerStateDot, stateOnNode } from './running-state.tsx'
export { globalZone, type ZoneOverrides, type Zones, zonesQuery } from './zones.ts'
