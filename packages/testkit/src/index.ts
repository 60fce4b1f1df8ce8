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
export { eventually, waitTimeoutMs, withDeadline } from './deadline.ts'
export { type EmbeddedBroker, type EmbeddedOptions, startEmbedded } from './embedded.ts'
export { createFakeClock, type FakeClock, settle } from './fake-clock.ts'
export { freePort, freePorts } from './free-port.ts'
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
export { listContractFiles, readContractFile, readContractText } from './recordings/contract-folder.ts'
export { type Json, listAt, objectAt } from './recordings/json.ts'
export { isAlarmList, isCallOf, type Recording, recordings } from './recordings/recordings.ts'
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
export { type ClickhouseServer, startClickhouse } from './services/clickhouse.ts'
export {
  type ElasticsearchPeer,
  type ElasticsearchPeerOptions,
  type StoredDocument,
  startElasticsearchPeer,
} from './services/elasticsearch-peer.ts'
export { type InfluxV2Peer, type InfluxV2PeerOptions, startInfluxV2Peer } from './services/influx-v2-peer.ts'
export { type InfluxdbServer, startInfluxdb } from './services/influxdb.ts'
export { type KafkaPeer, type KafkaPeerOptions, startKafkaPeer } from './services/kafka-peer.ts'
export { startMariadb } from './services/mariadb.ts'
export { type MongoPeer, type MongoPeerOptions, startMongoPeer } from './services/mongo-peer.ts'
export { type OpentsdbPeer, type OpentsdbPoint, startOpentsdbPeer } from './services/opentsdb-peer.ts'
export { startPostgres } from './services/postgres.ts'
export { type RabbitmqServer, startRabbitmq } from './services/rabbitmq.ts'
export {
  type RedisSentinelServer,
  type RedisServer,
  startRedis,
  startRedisCluster,
  startRedisSentinel,
} from './services/redis.ts'
export { type S3Peer, type S3PeerOptions, type S3StoredObject, startS3Peer } from './services/s3-peer.ts'
export { type LdapServer, type NewLdapEntry, startSlapd } from './services/slapd.ts'
export type { SqlServer } from './services/sql-server.ts'
export { createTempFolder, type TempFolder } from './temp-folder.ts'
export { createTempStore, type TempStore } from './temp-store.ts'
export { type Endpoint, openTransport, openWebSocketTo, type Transport } from './transport.ts'
export { changeMqtt, unlimitedRetained, wholeZone, zoneWith } from './zones.ts'
