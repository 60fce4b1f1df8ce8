/** Fields of connection settings, for the manifests of authenticators, sources and connectors. Without Node modules. */
export { checkHttpTarget, httpConnectionFields, httpRequest } from './http-fields.ts'
export { mongodbConnectionFields, mongodbDeployments, writeModeField } from './mongodb-fields.ts'
export { redisDeployments } from './redis-fields.ts'
