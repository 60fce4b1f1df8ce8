import { choice, flag, list, oneOf, setting, struct, structKind, template, url, variants } from '@mqdeck/contract'
import { httpConnectionFields } from '@mqdeck/drivers/catalog'
import { bridgeNames, descriptionFields } from '../bridges/names.ts'
import { basicLogin, localTopicField, poolTypeField, retriesField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const measurement = struct('bridge_iotdb.action_parameters_data', {
  timestamp: setting(
    oneOf(
      template(),
      choice({
        now: { en: 'Current time', zh: '当前时间' },
        now_ms: { en: 'Current time in milliseconds', zh: '当前时间（毫秒）' },
        now_ns: { en: 'Current time in nanoseconds', zh: '当前时间（纳秒）' },
        now_us: { en: 'Current time in microseconds', zh: '当前时间（微秒）' },
      }),
    ),
    {
      default: 'now',
      label: { en: 'Timestamp', zh: '时间戳' },
      help: {
        en: 'Placeholder for an integer, or now (milliseconds), now_ms, now_us or now_ns. Must be in the time precision of the database.',
        zh: '表示整数的占位符，或 now（毫秒）、now_ms、now_us、now_ns。须与数据库的时间精度一致。',
      },
    },
  ),
  measurement: setting(template(), {
    required: true,
    label: { en: 'Measurement', zh: '测点' },
    help: { en: 'Name of the time series below the device.', zh: '设备下的时间序列名称。' },
  }),
  data_type: setting(
    choice({
      text: { en: 'Text', zh: '文本' },
      boolean: { en: 'Boolean', zh: '布尔值' },
      int32: { en: '32-bit integer', zh: '32 位整数' },
      int64: { en: '64-bit integer', zh: '64 位整数' },
      float: { en: 'Float (32 bits)', zh: '单精度浮点数' },
      double: { en: 'Double (64 bits)', zh: '双精度浮点数' },
    }),
    {
      required: true,
      label: { en: 'Data type', zh: '数据类型' },
      help: { en: 'Type to which the value is converted.', zh: '值将转换成的类型。' },
    },
  ),
  value: setting(template(), {
    required: true,
    label: { en: 'Value', zh: '值' },
    help: {
      en: 'Value or a placeholder for it. A message without the value writes null.',
      zh: '值或其占位符。消息中没有对应的值时写入 null。',
    },
  }),
})

const parameters = struct('bridge_iotdb.action_parameters', {
  is_aligned: setting(flag(), {
    default: false,
    label: { en: 'Aligned time series', zh: '对齐时间序列' },
    help: { en: 'Writes the measurements of a device as aligned time series.', zh: '将设备的测点写为对齐时间序列。' },
  }),
  device_id: setting(template(), {
    label: { en: 'Device ID', zh: '设备 ID' },
    help: {
      en: 'Device to write to, such as root.plant.${clientid}. Default: the field device_id of the payload.',
      zh: '写入的设备，例如 root.plant.${clientid}。默认取 Payload 中的 device_id 字段。',
    },
  }),
  data: setting(list(structKind(measurement)), {
    required: true,
    label: { en: 'Measurements', zh: '测点数据' },
    help: { en: 'Measurements written from each message.', zh: '由每条消息写入的测点。' },
  }),
  max_retries: retriesField,
})

const { connect_timeout, pool_size, enable_pipelining, ssl } = httpConnectionFields

export const iotdb = {
  type: 'iotdb',
  label: { en: 'Apache IoTDB', zh: 'Apache IoTDB' },
  about: {
    en: 'Writes measurements of devices to Apache IoTDB over its REST API.',
    zh: '通过 REST API 将设备的测点数据写入 Apache IoTDB。',
  },
  category: 'time-series',
  mark: 'Io',
  connector: {
    components: { post: 'iotdb.post_restapi', put: 'iotdb.put_restapi', get: 'iotdb.get_restapi' },
    fields: {
      driver: setting(choice({ restapi: { en: 'REST API', zh: 'REST API' } }), {
        default: 'restapi',
        label: { en: 'Driver', zh: '驱动' },
        help: {
          en: 'The REST API. The Thrift driver is not available on this node.',
          zh: 'REST API。本节点不提供 Thrift 驱动。',
        },
      }),
      iotdb_version: setting(
        choice({
          'v1.3.x': { en: 'v1.3.x', zh: 'v1.3.x' },
          'v1.1.x': { en: 'v1.1.x', zh: 'v1.1.x' },
          'v1.0.x': { en: 'v1.0.x', zh: 'v1.0.x' },
          'v0.13.x': { en: 'v0.13.x', zh: 'v0.13.x' },
        }),
        {
          default: 'v1.3.x',
          label: { en: 'Version', zh: '版本' },
          help: { en: 'Version of IoTDB.', zh: 'IoTDB 的版本。' },
        },
      ),
      base_url: setting(url(), {
        required: true,
        wire: { example: 'http://127.0.0.1' },
        label: { en: 'URL', zh: 'URL' },
        help: {
          en: 'Address of the REST service, such as http://127.0.0.1:18080. It is disabled in IoTDB by default.',
          zh: 'REST 服务的地址，例如 http://127.0.0.1:18080。IoTDB 默认不启用该服务。',
        },
      }),
      authentication: setting(variants([basicLogin('iotdb.authentication')]), {
        requiredInForms: true,
        wire: { default: 'auth_basic' },
        label: { en: 'Authentication', zh: '认证' },
      }),
      connect_timeout,
      enable_pipelining,
      pool_size,
      pool_type: poolTypeField,
      ssl,
    },
    example: { base_url: 'http://127.0.0.1:18080', authentication: { username: 'root' } },
    resourceOpts: connectorOptions('bridge_http.connector_resource_opts'),
    check: ({ base_url: given }, refuse) => {
      // Invalid URLs are already rejected.
      if (typeof given !== 'string' || !URL.canParse(given)) return
      const { protocol, username, password } = new URL(given)
      if (protocol !== 'http:' && protocol !== 'https:') refuse('base_url', 'must begin with http:// or https://')
      else if (username !== '' || password !== '') refuse('base_url', 'must not contain a username or password')
    },
  },
  action: {
    components: {
      post: 'bridge_iotdb.post_bridge_v2',
      put: 'bridge_iotdb.put_bridge_v2',
      get: 'bridge_iotdb.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [parameters],
    example: {
      parameters: {
        device_id: 'root.mqtt.${clientid}',
        data: [{ timestamp: '${timestamp}', measurement: 'payload', data_type: 'text', value: '${payload}' }],
      },
    },
    resourceOpts: batchActionOptions('bridge_iotdb.action_resource_opts'),
  },
  bridges: [
    {
      type: 'iotdb',
      ...bridgeNames('bridge_iotdb'),
      without: [...descriptionFields, 'driver', 'local_topic', 'data'],
    },
  ],
} as const satisfies IntegrationManifest
