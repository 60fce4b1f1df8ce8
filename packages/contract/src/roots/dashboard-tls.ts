import { choice, duration, flag, integer, list, secret, setting, struct, text } from '../struct/index.ts'

const logLevels = [
  'emergency',
  'alert',
  'critical',
  'error',
  'warning',
  'notice',
  'info',
  'debug',
  'none',
  'all',
] as const

/** For settings of Erlang's TLS that have no counterpart here. */
const withoutEffect = {
  en: 'Taken over from configurations of EMQX; it has no effect here.',
  zh: '为兼容 EMQX 配置而保留，在此不起作用。',
}

/** Named in the OpenAPI document as any text. */
const tlsVersion = () => text({ pattern: /^tlsv1(\.[123])?$/, expects: 'one of tlsv1.3, tlsv1.2, tlsv1.1, tlsv1' })

/** TLS of the dashboard's https listener. Files are paths; `${EMQX_ETC_DIR}` is the data folder. */
export const dashboardTls = struct(
  'dashboard.ssl_options',
  {
    cacertfile: setting(text(), {
      default: '${EMQX_ETC_DIR}/certs/cacert.pem',
      label: { en: 'CA certificates', zh: 'CA 证书' },
      help: {
        en: 'File of the authorities that sign the certificates of clients; read when clients are verified.',
        zh: '签发客户端证书的 CA 证书文件，仅在验证客户端证书时使用。',
      },
    }),
    cacerts: setting(flag(), {
      default: false,
      deprecated: true,
      label: { en: 'CA certificates of the system', zh: '使用系统 CA' },
      help: withoutEffect,
      advanced: true,
    }),
    certfile: setting(text(), {
      default: '${EMQX_ETC_DIR}/certs/cert.pem',
      label: { en: 'Certificate', zh: '证书' },
      help: { en: 'File with the certificate and its chain (PEM).', zh: '证书及证书链文件（PEM）。' },
    }),
    keyfile: setting(text(), {
      default: '${EMQX_ETC_DIR}/certs/key.pem',
      label: { en: 'Private key', zh: '私钥' },
      help: { en: 'File with the private key of the certificate (PEM).', zh: '证书对应的私钥文件（PEM）。' },
    }),
    verify: setting(choice(['verify_peer', 'verify_none']), {
      default: 'verify_none',
      label: { en: 'Verify clients', zh: '验证客户端' },
      help: {
        en: 'verify_peer: a certificate that a browser shows must be signed by one of the authorities.',
        zh: 'verify_peer 表示浏览器出示的证书必须由 CA 签发。',
      },
    }),
    reuse_sessions: setting(flag(), {
      default: true,
      label: { en: 'Reuse sessions', zh: '会话复用' },
      help: withoutEffect,
      advanced: true,
    }),
    depth: setting(integer(0), {
      default: 10,
      label: { en: 'Depth of the chain', zh: '证书链深度' },
      help: withoutEffect,
      advanced: true,
    }),
    password: setting(secret(), {
      label: { en: 'Password of the key', zh: '私钥密码' },
      help: { en: 'For a private key that is encrypted.', zh: '用于已加密的私钥。' },
      wire: { example: '' },
    }),
    versions: setting(list(tlsVersion()), {
      default: ['tlsv1.3', 'tlsv1.2'],
      label: { en: 'TLS versions', zh: 'TLS 版本' },
      help: { en: 'Versions that are accepted, one after the other.', zh: '允许的 TLS 版本，须连续。' },
    }),
    ciphers: setting(list(text()), {
      default: [],
      label: { en: 'Ciphers', zh: '加密套件' },
      help: {
        en: 'In the names of OpenSSL; none: those of Node.js.',
        zh: '使用 OpenSSL 名称；为空时使用 Node.js 默认套件。',
      },
      advanced: true,
    }),
    secure_renegotiate: setting(flag(), {
      default: true,
      label: { en: 'Secure renegotiation', zh: '安全重协商' },
      help: withoutEffect,
      advanced: true,
    }),
    log_level: setting(choice(logLevels), {
      default: 'notice',
      label: { en: 'Log level of TLS', zh: 'TLS 日志级别' },
      help: withoutEffect,
      advanced: true,
    }),
    hibernate_after: setting(duration(), {
      default: '5s',
      label: { en: 'Hibernate after', zh: '休眠时间' },
      help: withoutEffect,
      advanced: true,
    }),
    partial_chain: setting(choice([true, false, 'two_cacerts_from_cacertfile', 'cacert_from_cacertfile']), {
      label: { en: 'Partial chain', zh: '部分证书链' },
      help: withoutEffect,
      advanced: true,
    }),
    verify_peer_ext_key_usage: setting(text(), {
      label: { en: 'Extended key usage', zh: '扩展密钥用途' },
      help: withoutEffect,
      advanced: true,
    }),
    dhfile: setting(text(), {
      label: { en: 'Diffie-Hellman parameters', zh: 'DH 参数文件' },
      help: {
        en: 'File with parameters (PEM); none: chosen for each connection.',
        zh: '参数文件（PEM）；为空时自动选择。',
      },
      advanced: true,
    }),
    fail_if_no_peer_cert: setting(flag(), {
      default: false,
      label: { en: 'Certificate required', zh: '必须提供证书' },
      help: {
        en: 'With verify_peer: a browser without a certificate is refused.',
        zh: '与 verify_peer 搭配，拒绝未提供证书的浏览器。',
      },
    }),
    honor_cipher_order: setting(flag(), {
      default: true,
      label: { en: 'Own order of ciphers', zh: '服务端套件优先' },
      help: { en: "The server's order of ciphers counts, not the browser's.", zh: '以服务端的套件顺序为准。' },
      advanced: true,
    }),
    client_renegotiation: setting(flag(), {
      default: true,
      label: { en: 'Renegotiation by clients', zh: '客户端重协商' },
      help: withoutEffect,
      advanced: true,
    }),
    handshake_timeout: setting(duration({ min: '1s' }), {
      default: '15s',
      label: { en: 'Handshake timeout', zh: '握手超时' },
      help: { en: 'A TLS handshake that takes longer is given up.', zh: 'TLS 握手超过此时间将被放弃。' },
      advanced: true,
    }),
  },
  ({ versions: chosen, verify, fail_if_no_peer_cert }, refuse) => {
    if (chosen.length === 0) refuse('versions', 'must name at least one version')
    if (fail_if_no_peer_cert && verify === 'verify_none') refuse('fail_if_no_peer_cert', 'needs verify = verify_peer')
  },
)
