export { type BrokerProcess, type BrokerProcessOptions, startBrokerProcess } from './broker-process.ts'
export {
  type Authority,
  type Certificate,
  encryptKey,
  type IssueOptions,
  testAuthority,
  testCertificate,
} from './certificate.ts'
export { cheapPasswordCost } from './cheap-password-cost.ts'
export { eventually, startTimeoutMs, waitTimeoutMs, withDeadline } from './deadline.ts'
export { type EmbeddedBroker, type EmbeddedOptions, startEmbedded } from './embedded.ts'
export { createFakeClock, type FakeClock, settle } from './fake-clock.ts'
export { freePort, freePorts } from './free-port.ts'
export { type Hold, holdProcess } from './hold-process.ts'
export {
  type HttpAnswerer,
  type ReceivedRequest,
  startHttpServer,
  type TestHttpServer,
} from './http-server.ts'
export { createInbox, type Inbox } from './inbox.ts'
export { type ListenerChanges, listenerWith } from './listeners.ts'
export { type Mosquitto, startMosquitto } from './mosquitto.ts'
export { type MosquittoClientOptions, mosquittoPublish, mosquittoSubscribe } from './mosquitto-clients.ts'
export { type AuthStep, connectMqttJs, type MqttJsClient, urlOf } from './mqttjs.ts'
export type { ReceivedLog, ReceivedMetric, ReceivedSpan } from './otlp/decode.ts'
export { type OtlpReceiver, startOtlpReceiver } from './otlp/otlp-receiver.ts'
export { type Exit, type RunningProcess, type StartOptions, startProcess, waitForPort } from './process.ts'
export { measureLongestTurn, processorTime, useProcessor } from './processor-time.ts'
export {
  type ConnectOptions,
  connectRaw,
  openRaw,
  type PublishOptions,
  type RawClient,
  type SubscribeOptions,
  uniqueName,
} from './raw-client.ts'
export { bodyFaults, operationOf, type SentRequest } from './recordings/body-faults.ts'
export { readContractFile, readContractPaths } from './recordings/contract-folder.ts'
export { type Json, listAt, objectAt } from './recordings/json.ts'
export {
  isAlarmList,
  isCallOf,
  type Recording,
  recordedText,
  recordings,
  transcript,
} from './recordings/recordings.ts'
export { type RequiredFields, requiredFields } from './recordings/required.ts'
export { behindRelay, startRelay } from './relay.ts'
export { createdPath } from './replayer/created-path.ts'
export {
  type ReplayedRequest,
  type Replayer,
  type ReplayerOptions,
  startReplayer,
} from './replayer/start-replayer.ts'
export { createScramClient } from './scram-client.ts'
export * from './services/index.ts'
export { createTempFolder, type TempFolder } from './temp-folder.ts'
export { createTempStore, type TempStore } from './temp-store.ts'
export { type Endpoint, openTransport, openWebSocketTo, type Transport } from './transport.ts'
export { changeMqtt, unlimitedRetained, wholeZone, zoneWith } from './zones.ts'
