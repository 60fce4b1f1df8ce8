import {
  duration,
  gatewayFields,
  nested,
  type Setting,
  type SomeStruct,
  type Struct,
  setting,
  struct,
  text,
} from '@mqdeck/contract'
import type { GatewayManifest } from './port.ts'

type OwnFields = Readonly<Record<string, Setting>>

/** The settings of a gateway without its listeners and its authenticator: the fields of its page and of `PUT /gateways/{name}`. */
export function gatewayStruct(manifest: GatewayManifest): SomeStruct {
  const { component, check } = manifest
  return struct(component, fieldsOf(manifest), check && ((value, refuse) => check(value, refuse)))
}

/** The same with more fields, for the configuration file. */
export function gatewayStructWith(manifest: GatewayManifest, others: OwnFields): SomeStruct {
  const { component, check } = manifest
  return struct(component, { ...fieldsOf(manifest), ...others }, check && ((value, refuse) => check(value, refuse)))
}

function fieldsOf({ fields, clientInfoOverride, idleTimeout, defaultMountpoint }: GatewayManifest): OwnFields {
  const { idle_timeout, mountpoint } = gatewayFields
  return {
    ...fields,
    ...gatewayFields,
    ...(idleTimeout !== undefined && {
      idle_timeout: setting(duration({ min: '1ms' }), { ...aboutOf(idle_timeout), default: idleTimeout }),
    }),
    ...(defaultMountpoint !== undefined && {
      mountpoint: setting(text(mountpointText), { ...aboutOf(mountpoint), default: defaultMountpoint }),
    }),
    clientinfo_override: nested(clientInfoOverride as Struct, {
      label: { en: 'Client information override', zh: '客户端信息覆盖' },
      help: {
        en: 'Templates that replace the client ID, the username and the password of clients.',
        zh: '用于替换客户端 ID、用户名和密码的模板。',
      },
    }),
  }
}

const mountpointText = { maxBytes: 1024, pattern: /^[^+#\0]*$/, expects: 'a topic prefix without + and #' }

const aboutOf = ({ label, help, wire }: Setting) => ({ label, ...(help && { help }), ...(wire && { wire }) })
