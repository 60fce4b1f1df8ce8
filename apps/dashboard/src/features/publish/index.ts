/** The form of an MQTT message, used by the publish forms and the WebSocket client. */
export {
  type ContentFaults,
  contentFaults,
  countProperties,
  emptyContent,
  isWholeNumber,
  type MessageContent,
  maxSeconds,
  qosLevels,
} from './composer/message-content.ts'
export {
  PropertyFields,
  QosField,
  TopicField,
  UserPropertiesField,
} from './composer/message-fields.tsx'
export { composerMessages } from './composer/messages.ts'
