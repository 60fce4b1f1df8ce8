export { globalZoneQuery, saveZoneRoot } from './global-zone-queries.ts'
