export { type AwsConnection, type AwsSettings, awsType, isTemporaryAwsCode } from './aws.ts'
export {
  type AzureBlobConnection,
  type AzureBlobSettings,
  azureBlobType,
  type BlobPlace,
} from './azure-blobs.ts'
export { type CassandraConnection, type CassandraSettings, cassandraType } from './cassandra.ts'
export { AnswerError, withoutValues } from './errors.ts'
export {
  type GreptimeColumn,
  type GreptimeConnection,
  type GreptimeRows,
  type GreptimeSettings,
  greptimeProto,
  greptimeType,
} from './greptimedb.ts'
export {
  closeGrpcClient,
  type Grpc,
  type GrpcCodec,
  type GrpcMethod,
  grpcCredentials,
  grpcMethod,
  loadGrpc,
} from './grpc.ts'
export {
  defaultMaxAnswer,
  type HttpAnswer,
  type HttpConnection,
  type HttpRequest,
  type HttpSettings,
  httpServiceType,
  httpType,
} from './http.ts'
export {
  type KafkaConnection,
  type KafkaConsumer,
  type KafkaConsumption,
  type KafkaLogin,
  type KafkaMessage,
  type KafkaProduce,
  type KafkaRecord,
  type KafkaSettings,
  kafkaType,
} from './kafka.ts'
export { type LdapConnection, type LdapEntry, type LdapSearch, type LdapSettings, ldapType } from './ldap.ts'
export {
  type MongodbConnection,
  type MongodbFind,
  type MongodbPlace,
  type MongodbSettings,
  type MongodbTopology,
  mongodbType,
} from './mongodb.ts'
export { type MqttConnection, type MqttIdentity, type MqttSettings, mqttType } from './mqtt.ts'
export type { MqttMessage, MqttProperties } from './mqtt-message.ts'
export { mysqlType } from './mysql.ts'
export { createPool, type Pool, type PoolType } from './pool.ts'
export { type PostgresSettings, postgresType } from './postgres.ts'
export { type PubsubConnection, type PubsubPublish, type PubsubSettings, pubsubType } from './pubsub.ts'
export type { PubsubConsumer, PubsubMessage } from './pubsub-consumer.ts'
export {
  type RabbitmqConnection,
  type RabbitmqConsumer,
  type RabbitmqMessage,
  type RabbitmqPublish,
  type RabbitmqSettings,
  rabbitmqType,
} from './rabbitmq.ts'
export { type RedisCommandLine, type RedisConnection, type RedisPlace, type RedisSettings, redisType } from './redis.ts'
export { type S3Connection, type S3Object, type S3Settings, s3Type } from './s3.ts'
export type { SqlConnection, SqlRow, SqlSettings } from './sql.ts'
export { expectedName, readTlsOptions, type TlsOptions, type TlsPlace, type TlsSettings } from './tls.ts'
