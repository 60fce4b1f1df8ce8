export { clientAttrsInit, mqtt } from './mqtt.ts'
