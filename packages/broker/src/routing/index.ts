export { createExclusiveTopics } from './exclusive.ts'
export { createRouter, type Member, type Route, type RouteMatch, type Router } from './router.ts'
export { createSharedPicker, type SharedPicker } from './shared.ts'
export {
  isWildcard,
  type ParsedFilter,
  parseFilter,
  validateTopicFilter,
  validateTopicName,
} from './topic.ts'
