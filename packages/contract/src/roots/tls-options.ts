import { choice, duration, flag, integer, list, nested, secret, setting, struct, text } from '../struct/index.ts'
import { noEffect } from './tcp-options.ts'

const tlsVersions = ['tlsv1.3', 'tlsv1.2', 'tlsv1.1', 'tlsv1'] as const

const certificateFields = {
  cacertfile: setting(text(), {
    default: '${EMQX_ETC_DIR}/certs/cacert.pem',
    label: { en: 'CA certificates', zh: 'CA 证书' },
    help: {
      en: 'PEM file with the authorities that sign the certificates of clients; needed to verify them.',
      zh: '签发客户端证书的 CA 的 PEM 文件，验证客户端证书时必需。',
    },
  }),
  certfile: setting(text(), {
    default: '${EMQX_ETC_DIR}/certs/cert.pem',
    label: { en: 'Certificate', zh: '证书' },
    help: {
      en: 'PEM file with the certificate and those between it and its authority. Read again when it changes.',
      zh: '包含证书及其中间证书的 PEM 文件，文件变化后自动重新读取。',
    },
  }),
  keyfile: setting(text(), {
    default: '${EMQX_ETC_DIR}/certs/key.pem',
    label: { en: 'Private key', zh: '私钥' },
    help: { en: "PEM file with the certificate's key.", zh: '证书对应私钥的 PEM 文件。' },
  }),
  password: setting(secret(), {
    wire: { example: '' },
    label: { en: 'Key password', zh: '私钥密码' },
    help: { en: 'Where the key file is encrypted.', zh: '用于加密的私钥文件。' },
  }),
  verify: setting(choice(['verify_peer', 'verify_none']), {
    default: 'verify_none',
    label: { en: 'Client certificates', zh: '客户端证书验证' },
    help: {
      en: 'verify_peer asks clients for a certificate and checks it against the CA certificates.',
      zh: 'verify_peer 会要求客户端出示证书，并用 CA 证书验证。',
    },
  }),
}

const hibernateAfter = setting(duration(), {
  default: '5s',
  label: { en: 'Hibernate after', zh: '休眠等待时间' },
  help: noEffect('Frees memory of silent connections.', '释放静默连接占用的内存。'),
  advanced: true,
})

/** What every TLS server has: listeners of ssl and wss, the dashboard. */
const serverTlsFields = {
  cacertfile: certificateFields.cacertfile,
  cacerts: setting(flag(), {
    default: false,
    deprecated: true,
    label: { en: 'System authorities', zh: '系统 CA' },
    help: noEffect('Replaced by the CA certificates.', '已由 CA 证书取代。'),
    advanced: true,
  }),
  certfile: certificateFields.certfile,
  keyfile: certificateFields.keyfile,
  verify: certificateFields.verify,
  reuse_sessions: setting(flag(), {
    default: true,
    label: { en: 'Reuse sessions', zh: '会话复用' },
    help: {
      en: 'Lets clients that come back skip most of the handshake.',
      zh: '允许重新连接的客户端跳过大部分握手过程。',
    },
    advanced: true,
  }),
  depth: setting(integer(0), {
    default: 10,
    label: { en: 'Chain length', zh: '证书链长度' },
    help: {
      en: "Certificates that may stand between a client's and its authority.",
      zh: '客户端证书与根 CA 之间允许的中间证书数量。',
    },
    advanced: true,
  }),
  password: certificateFields.password,
  versions: setting(
    list(text({ pattern: /^tlsv1(?:\.[123])?$/, expects: 'one of tlsv1.3, tlsv1.2, tlsv1.1, tlsv1' })),
    {
      default: ['tlsv1.3', 'tlsv1.2'],
      label: { en: 'TLS versions', zh: 'TLS 版本' },
      help: { en: 'Versions clients may use, without a gap between them.', zh: '客户端可使用的版本，须连续。' },
    },
  ),
  ciphers: setting(list(text()), {
    default: [],
    label: { en: 'Cipher suites', zh: '加密套件' },
    help: {
      en: 'In order of preference, such as TLS_AES_256_GCM_SHA384 or ECDHE-RSA-AES256-GCM-SHA384; none: the usual ones.',
      zh: '按优先级排列，例如 TLS_AES_256_GCM_SHA384、ECDHE-RSA-AES256-GCM-SHA384；为空则使用默认套件。',
    },
    advanced: true,
  }),
  secure_renegotiate: setting(flag(), {
    default: true,
    label: { en: 'Secure renegotiation', zh: '安全重协商' },
    help: {
      en: 'Refuses the renegotiation of old clients that do not protect it (RFC 5746).',
      zh: '拒绝不支持 RFC 5746 的旧客户端重协商。',
    },
    advanced: true,
  }),
  log_level: setting(
    choice(['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug', 'none', 'all']),
    {
      default: 'notice',
      label: { en: 'Log level', zh: '日志级别' },
      help: noEffect('What of TLS is logged.', 'TLS 的日志级别。'),
      advanced: true,
    },
  ),
  hibernate_after: hibernateAfter,
  partial_chain: setting(choice([true, false, 'two_cacerts_from_cacertfile', 'cacert_from_cacertfile']), {
    label: { en: 'Partial chain', zh: '部分证书链' },
    help: {
      en: 'Anything but false: every certificate in the CA file is trusted by itself, also one that is not a root.',
      zh: '除 false 外，CA 文件中的每个证书（包括非根证书）都直接受信任。',
    },
    advanced: true,
  }),
  verify_peer_ext_key_usage: setting(text(), {
    label: { en: 'Extended key usage', zh: '扩展密钥用途' },
    help: {
      en: "What clients' certificates must be made for, separated by commas: clientAuth, or OID:1.3.6.1.5.5.7.3.2.",
      zh: '客户端证书必须具备的用途，以逗号分隔，例如 clientAuth 或 OID:1.3.6.1.5.5.7.3.2。',
    },
    advanced: true,
  }),
  dhfile: setting(text(), {
    label: { en: 'DH parameters', zh: 'DH 参数' },
    help: {
      en: 'PEM file with Diffie-Hellman parameters; without it, suites of plain DHE are not used.',
      zh: 'Diffie-Hellman 参数的 PEM 文件；不提供则不使用普通 DHE 套件。',
    },
    advanced: true,
  }),
  fail_if_no_peer_cert: setting(flag(), {
    default: false,
    label: { en: 'Certificate required', zh: '必须出示证书' },
    help: {
      en: 'With verify_peer: refuses clients that show no certificate. A bad one is refused in any case.',
      zh: '与 verify_peer 一起使用：拒绝未出示证书的客户端。无效证书始终被拒绝。',
    },
  }),
  honor_cipher_order: setting(flag(), {
    default: true,
    label: { en: 'Own cipher order', zh: '使用服务端套件顺序' },
    help: {
      en: "Chooses the cipher suite by this listener's order instead of the client's.",
      zh: '按本监听器而非客户端的顺序选择加密套件。',
    },
    advanced: true,
  }),
  client_renegotiation: setting(flag(), {
    default: true,
    label: { en: 'Client renegotiation', zh: '客户端重协商' },
    help: {
      en: 'Whether clients may renegotiate, 3 times in 10 minutes; TLS 1.3 has no renegotiation.',
      zh: '是否允许客户端重协商，10 分钟内最多 3 次；TLS 1.3 没有重协商。',
    },
    advanced: true,
  }),
  handshake_timeout: setting(duration({ min: '1ms' }), {
    default: '15s',
    label: { en: 'Handshake timeout', zh: '握手超时' },
    help: { en: 'How long a client may take for the TLS handshake.', zh: '客户端完成 TLS 握手的最长时间。' },
  }),
}

/** Stapling: the listener shows with its certificate that it was not revoked (RFC 6066, 8). */
export const ocspOptions = struct(
  'emqx.ocsp',
  {
    enable_ocsp_stapling: setting(flag(), {
      default: false,
      label: { en: 'OCSP stapling', zh: 'OCSP 装订' },
      help: {
        en: 'Sends clients that ask for it the proof that the certificate was not revoked. Not available on this broker: turning it on is refused.',
        zh: '向请求的客户端发送证书未被吊销的证明。本服务暂不支持，启用时会被拒绝。',
      },
    }),
    responder_url: setting(text({ pattern: /^https?:\/\/\S+$/, expects: 'an address such as http://127.0.0.1:8888' }), {
      wire: { example: 'http://127.0.0.1' },
      label: { en: 'Responder', zh: '响应服务器' },
      help: { en: 'Address of the OCSP responder of the authority.', zh: 'CA 的 OCSP 响应服务器地址。' },
    }),
    issuer_pem: setting(text(), {
      label: { en: 'Issuer', zh: '签发者证书' },
      help: { en: "PEM file with the certificate of the certificate's authority.", zh: '证书签发者证书的 PEM 文件。' },
    }),
    refresh_interval: setting(duration({ min: '1s' }), {
      default: '5m',
      label: { en: 'Refresh interval', zh: '刷新间隔' },
      help: { en: 'How often the proof is fetched.', zh: '获取证明的间隔。' },
    }),
    refresh_http_timeout: setting(duration({ min: '1ms' }), {
      default: '15s',
      label: { en: 'Refresh timeout', zh: '刷新超时' },
      help: { en: 'How long the responder may take.', zh: '响应服务器应答的最长时间。' },
    }),
  },
  ({ enable_ocsp_stapling, responder_url, issuer_pem }, refuse) => {
    if (!enable_ocsp_stapling) return
    if (responder_url === undefined) refuse('responder_url', 'must be given for OCSP stapling')
    if (issuer_pem === undefined) refuse('issuer_pem', 'must be given for OCSP stapling')
  },
)

type Refuse = (field: string, reason: string) => void

interface ServerTls {
  readonly versions: readonly string[]
  readonly verify: string
  readonly fail_if_no_peer_cert: boolean
}

/** What no field of a TLS server's options sees alone. */
function checkServerTls({ versions, verify, fail_if_no_peer_cert }: ServerTls, refuse: Refuse): void {
  if (versions.length === 0) refuse('versions', 'must name at least one version')
  const places = tlsVersions.flatMap((version, place) => (versions.includes(version) ? [place] : []))
  const [first = 0] = places
  if (places.some((place, index) => place !== first + index)) refuse('versions', 'must not leave out a version between')
  if (fail_if_no_peer_cert && verify !== 'verify_peer') refuse('fail_if_no_peer_cert', 'needs verify to be verify_peer')
}

/** TLS of the dashboard. */
export const dashboardTls = struct('dashboard.ssl_options', serverTlsFields, checkServerTls)

/** TLS of the listeners of type wss. */
export const wssOptions = struct('emqx.listener_wss_opts', serverTlsFields, checkServerTls)

/** TLS of the listeners of type ssl. */
export const sslOptions = struct(
  'emqx.listener_ssl_opts',
  {
    ...serverTlsFields,
    gc_after_handshake: setting(flag(), {
      default: false,
      label: { en: 'Clean up after handshake', zh: '握手后回收内存' },
      help: noEffect('Frees memory after the handshake.', '握手完成后回收内存。'),
      advanced: true,
    }),
    ocsp: nested(ocspOptions, { label: { en: 'OCSP', zh: 'OCSP' }, advanced: true }),
    enable_crl_check: setting(flag(), {
      default: false,
      label: { en: 'Revocation lists', zh: '检查吊销列表' },
      help: {
        en: 'With verify_peer: refuses client certificates that their authority has revoked, by the list named in the certificate. Not available on this broker: turning it on is refused.',
        zh: '与 verify_peer 一起使用：根据证书中给出的吊销列表，拒绝已被 CA 吊销的客户端证书。本服务暂不支持，启用时会被拒绝。',
      },
      advanced: true,
    }),
  },
  (value, refuse) => {
    checkServerTls(value, refuse)
    if (value.enable_crl_check && value.verify !== 'verify_peer')
      refuse('enable_crl_check', 'needs verify to be verify_peer')
  },
)

/** TLS of the listeners of type quic, which is always TLS 1.3. */
export const quicTlsOptions = struct('emqx.listener_quic_ssl_opts', {
  ...certificateFields,
  hibernate_after: hibernateAfter,
})
