import type { Lwm2mResource } from './details.ts'

export type DataType = NonNullable<Lwm2mResource['type']>

/** A resource of an object definition. */
export interface ResourceDefinition {
  readonly name: string
  /** Undefined for a resource that is only executed. */
  readonly type: DataType | undefined
  readonly operations: Lwm2mResource['operations']
  readonly unit?: string | undefined
}

export interface ObjectDefinition {
  readonly name: string
  readonly resources: Readonly<Record<number, ResourceDefinition>>
}

/** Object definitions by object ID. */
export type ObjectDefinitions = ReadonlyMap<number, ObjectDefinition>

type Short = readonly [
  id: number,
  name: string,
  type: DataType | undefined,
  operations: ResourceDefinition['operations'],
  unit?: string,
]

const object = (id: number, name: string, ...resources: readonly Short[]): readonly [number, ObjectDefinition] => [
  id,
  {
    name,
    resources: Object.fromEntries(
      resources.map(([resource, label, type, operations, unit]) => [
        resource,
        { name: label, type, operations, ...(unit !== undefined && { unit }) },
      ]),
    ),
  },
]

/**
 * The core objects (OMA-TS-LightweightM2M_Core-V1_1_1, appendix E). Devices do not let servers use object 0; its definition is for
 * values that a device reports nevertheless.
 */
export const coreObjects: ObjectDefinitions = new Map([
  object(
    0,
    'LwM2M Security',
    [0, 'LwM2M Server URI', 'String', ''],
    [1, 'Bootstrap-Server', 'Boolean', ''],
    [2, 'Security Mode', 'Integer', ''],
    [3, 'Public Key or Identity', 'Opaque', ''],
    [4, 'Server Public Key', 'Opaque', ''],
    [5, 'Secret Key', 'Opaque', ''],
    [6, 'SMS Security Mode', 'Integer', ''],
    [7, 'SMS Binding Key Parameters', 'Opaque', ''],
    [8, 'SMS Binding Secret Key(s)', 'Opaque', ''],
    [9, 'LwM2M Server SMS Number', 'String', ''],
    [10, 'Short Server ID', 'Integer', ''],
    [11, 'Client Hold Off Time', 'Integer', '', 's'],
    [12, 'Bootstrap-Server Account Timeout', 'Integer', '', 's'],
    [13, 'Matching Type', 'Integer', ''],
    [14, 'SNI', 'String', ''],
    [15, 'Certificate Usage', 'Integer', ''],
    [16, 'DTLS/TLS Ciphersuite', 'Integer', ''],
    [17, 'OSCORE Security Mode', 'Objlnk', ''],
  ),
  object(
    1,
    'LwM2M Server',
    [0, 'Short Server ID', 'Integer', 'R'],
    [1, 'Lifetime', 'Integer', 'RW', 's'],
    [2, 'Default Minimum Period', 'Integer', 'RW', 's'],
    [3, 'Default Maximum Period', 'Integer', 'RW', 's'],
    [4, 'Disable', undefined, 'E'],
    [5, 'Disable Timeout', 'Integer', 'RW', 's'],
    [6, 'Notification Storing When Disabled or Offline', 'Boolean', 'RW'],
    [7, 'Binding', 'String', 'RW'],
    [8, 'Registration Update Trigger', undefined, 'E'],
    [9, 'Bootstrap-Request Trigger', undefined, 'E'],
    [10, 'APN Link', 'Objlnk', 'RW'],
    [11, 'TLS-DTLS Alert Code', 'Integer', 'R'],
    [12, 'Last Bootstrapped', 'Time', 'R'],
    [13, 'Registration Priority Order', 'Integer', 'RW'],
    [14, 'Initial Registration Delay Timer', 'Integer', 'RW', 's'],
    [15, 'Registration Failure Block', 'Boolean', 'RW'],
    [16, 'Bootstrap on Registration Failure', 'Boolean', 'RW'],
    [17, 'Communication Retry Count', 'Integer', 'RW'],
    [18, 'Communication Retry Timer', 'Integer', 'RW', 's'],
    [19, 'Communication Sequence Delay Timer', 'Integer', 'RW', 's'],
    [20, 'Communication Sequence Retry Count', 'Integer', 'RW'],
    [21, 'Trigger', 'Boolean', 'RW'],
    [22, 'Preferred Transport', 'String', 'RW'],
    [23, 'Mute Send', 'Boolean', 'RW'],
  ),
  object(
    2,
    'LwM2M Access Control',
    [0, 'Object ID', 'Integer', 'R'],
    [1, 'Object Instance ID', 'Integer', 'R'],
    [2, 'ACL', 'Integer', 'RW'],
    [3, 'Access Control Owner', 'Integer', 'RW'],
  ),
  object(
    3,
    'Device',
    [0, 'Manufacturer', 'String', 'R'],
    [1, 'Model Number', 'String', 'R'],
    [2, 'Serial Number', 'String', 'R'],
    [3, 'Firmware Version', 'String', 'R'],
    [4, 'Reboot', undefined, 'E'],
    [5, 'Factory Reset', undefined, 'E'],
    [6, 'Available Power Sources', 'Integer', 'R'],
    [7, 'Power Source Voltage', 'Integer', 'R', 'mV'],
    [8, 'Power Source Current', 'Integer', 'R', 'mA'],
    [9, 'Battery Level', 'Integer', 'R', '%'],
    [10, 'Memory Free', 'Integer', 'R', 'KB'],
    [11, 'Error Code', 'Integer', 'R'],
    [12, 'Reset Error Code', undefined, 'E'],
    [13, 'Current Time', 'Time', 'RW'],
    [14, 'UTC Offset', 'String', 'RW'],
    [15, 'Timezone', 'String', 'RW'],
    [16, 'Supported Binding and Modes', 'String', 'R'],
    [17, 'Device Type', 'String', 'R'],
    [18, 'Hardware Version', 'String', 'R'],
    [19, 'Software Version', 'String', 'R'],
    [20, 'Battery Status', 'Integer', 'R'],
    [21, 'Memory Total', 'Integer', 'R', 'KB'],
    [22, 'ExtDevInfo', 'Objlnk', 'R'],
  ),
  object(
    4,
    'Connectivity Monitoring',
    [0, 'Network Bearer', 'Integer', 'R'],
    [1, 'Available Network Bearer', 'Integer', 'R'],
    [2, 'Radio Signal Strength', 'Integer', 'R', 'dBm'],
    [3, 'Link Quality', 'Integer', 'R'],
    [4, 'IP Addresses', 'String', 'R'],
    [5, 'Router IP Addresses', 'String', 'R'],
    [6, 'Link Utilization', 'Integer', 'R', '%'],
    [7, 'APN', 'String', 'R'],
    [8, 'Cell ID', 'Integer', 'R'],
    [9, 'SMNC', 'Integer', 'R'],
    [10, 'SMCC', 'Integer', 'R'],
    [11, 'SignalSNR', 'Integer', 'R', 'dB'],
    [12, 'LAC', 'Integer', 'R'],
  ),
  object(
    5,
    'Firmware Update',
    [0, 'Package', 'Opaque', 'W'],
    [1, 'Package URI', 'String', 'RW'],
    [2, 'Update', undefined, 'E'],
    [3, 'State', 'Integer', 'R'],
    [5, 'Update Result', 'Integer', 'R'],
    [6, 'PkgName', 'String', 'R'],
    [7, 'PkgVersion', 'String', 'R'],
    [8, 'Firmware Update Protocol Support', 'Integer', 'R'],
    [9, 'Firmware Update Delivery Method', 'Integer', 'R'],
  ),
  object(
    6,
    'Location',
    [0, 'Latitude', 'Float', 'R', '°'],
    [1, 'Longitude', 'Float', 'R', '°'],
    [2, 'Altitude', 'Float', 'R', 'm'],
    [3, 'Radius', 'Float', 'R', 'm'],
    [4, 'Velocity', 'Opaque', 'R'],
    [5, 'Timestamp', 'Time', 'R'],
    [6, 'Speed', 'Float', 'R', 'm/s'],
  ),
  object(
    7,
    'Connectivity Statistics',
    [0, 'SMS Tx Counter', 'Integer', 'R'],
    [1, 'SMS Rx Counter', 'Integer', 'R'],
    [2, 'Tx Data', 'Integer', 'R', 'KB'],
    [3, 'Rx Data', 'Integer', 'R', 'KB'],
    [4, 'Max Message Size', 'Integer', 'R', 'B'],
    [5, 'Average Message Size', 'Integer', 'R', 'B'],
    [6, 'Start', undefined, 'E'],
    [7, 'Stop', undefined, 'E'],
    [8, 'Collection Period', 'Integer', 'RW', 's'],
  ),
])

export function definitionOf(objects: ObjectDefinitions, path: readonly number[]): ResourceDefinition | undefined {
  const [object, , resource] = path
  return object === undefined || resource === undefined ? undefined : objects.get(object)?.resources[resource]
}
