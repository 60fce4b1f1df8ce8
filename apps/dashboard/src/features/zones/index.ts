export { globalZoneQuery, saveZoneRoot } from './global-zone.ts'
