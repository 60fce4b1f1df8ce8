import { type KafkaConnection, type KafkaLogin, type KafkaSettings, kafkaType } from '@mqdeck/drivers'
import { SettingsError } from '@mqdeck/kit'
import type { ConnectorPlain, SourcePlain } from '../plain.ts'
import type { IntegrationContext, IntegrationRuntime } from '../port.ts'
import type { kafkaConsumer } from './consumer-manifest.ts'
import { createKafkaAction, type ProducerParameters, toKafkaParameters } from './kafka-action.ts'
import { createKafkaSource } from './kafka-source.ts'
import type { confluentProducer, eventHubProducer, kafkaProducer } from './producer-manifest.ts'

type Connector =
  | ConnectorPlain<typeof kafkaProducer>
  | ConnectorPlain<typeof confluentProducer>
  | ConnectorPlain<typeof eventHubProducer>

/** Of all Kafka types: the producers have actions, the consumer has sources. */
export const runtime: IntegrationRuntime<
  Connector,
  KafkaConnection,
  ProducerParameters,
  SourcePlain<typeof kafkaConsumer>
> = {
  connect: (settings, context) => kafkaType(toSettings(settings, context)),
  action: (parameters, _, context) => createKafkaAction(toKafkaParameters(parameters), context),
  source: (parameters, _, context) => createKafkaSource(parameters, context),
}

function toSettings(settings: Connector, { name, folder }: IntegrationContext): KafkaSettings {
  const { socket_opts: socket, ssl } = settings
  const { server_name_indication: serverName, ...tls } = ssl
  return {
    servers: settings.bootstrap_hosts,
    login: loginOf(settings.authentication),
    clientId: `mqdeck-${name}`,
    connectTimeout: settings.connect_timeout,
    metadataTimeout: settings.metadata_request_timeout,
    healthCheckTopic: settings.health_check_topic,
    noDelay: socket.nodelay,
    keepAlive: socket.tcp_keepalive && socket.tcp_keepalive.idle * 1000,
    // The settings of Confluent have no `enable` and `verify`, because they are always used.
    ssl: {
      enable: true,
      verify: 'verify_peer',
      ...tls,
      ...(serverName !== 'auto' && { server_name_indication: serverName }),
    },
    folder,
  }
}

const mechanisms = {
  plain: 'plain',
  scram_sha_256: 'scram-sha-256',
  scram_sha_512: 'scram-sha-512',
} as const

function loginOf(authentication: Connector['authentication']): KafkaLogin | undefined {
  if (authentication === 'none') return undefined
  if ('kerberos_principal' in authentication) throw new SettingsError('authentication', 'Kerberos is not supported')
  // Fixed username of Event Hubs; the password is the connection string.
  if (!('username' in authentication))
    return { mechanism: 'plain', username: '$ConnectionString', password: authentication.password }
  if (!('mechanism' in authentication)) return { mechanism: 'plain', ...authentication }
  const { mechanism, username, password } = authentication
  return { mechanism: mechanisms[mechanism], username, password }
}
