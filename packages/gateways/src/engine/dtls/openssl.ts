import { createRequire } from 'node:module'
import { messageOf } from '@mqdeck/contract'
import type koffiModule from 'koffi'

/** An address of OpenSSL; null without an object. */
export type Pointer = bigint | null

/** Creates and checks the cookie that a client must return before the server stores state for it (RFC 6347, 4.2.1). */
interface CookieCallbacks {
  create(): Uint8Array
  isValid(cookie: Uint8Array): boolean
}

const maxCookieBytes = 255

/**
 * The functions of the OpenSSL that Node contains and exports, by their names and parameters in OpenSSL's documentation. Node has no
 * interface for DTLS. All of them return immediately: bytes are exchanged in memory.
 */
function bind() {
  // Optional: some platforms have no build of it.
  const koffi: typeof koffiModule = createRequire(import.meta.url)('koffi')
  const library = koffi.load(null)
  const pointer = 'void *'
  const bytes = 'uint8_t *'
  const on = <Result>(name: string, result: string, parameters: readonly string[]): ((...all: Value[]) => Result) =>
    library.func(name, result, [...parameters])
  return {
    method: on<Pointer>('DTLS_server_method', pointer, []),
    newContext: on<Pointer>('SSL_CTX_new', pointer, [pointer]),
    freeContext: on<void>('SSL_CTX_free', 'void', [pointer]),
    contextOptions: on<number>('SSL_CTX_set_options', 'uint64_t', [pointer, 'uint64_t']),
    contextControl: on<number>('SSL_CTX_ctrl', 'long', [pointer, 'int', 'long', pointer]),
    useCertificate: on<number>('SSL_CTX_use_certificate', 'int', [pointer, pointer]),
    usePrivateKey: on<number>('SSL_CTX_use_PrivateKey', 'int', [pointer, pointer]),
    cipherList: on<number>('SSL_CTX_set_cipher_list', 'int', [pointer, 'const char *']),
    setVerify: on<void>('SSL_CTX_set_verify', 'void', [pointer, 'int', pointer]),
    verifyDepth: on<void>('SSL_CTX_set_verify_depth', 'void', [pointer, 'int']),
    verifyParameters: on<Pointer>('SSL_CTX_get0_param', pointer, [pointer]),
    verifyFlags: on<number>('X509_VERIFY_PARAM_set_flags', 'int', [pointer, 'unsigned long']),
    certificateStore: on<Pointer>('SSL_CTX_get_cert_store', pointer, [pointer]),
    addToStore: on<number>('X509_STORE_add_cert', 'int', [pointer, pointer]),
    addClientAuthority: on<number>('SSL_CTX_add_client_CA', 'int', [pointer, pointer]),
    sessionIdContext: on<number>('SSL_CTX_set_session_id_context', 'int', [pointer, bytes, 'unsigned int']),
    onCookie: on<void>('SSL_CTX_set_cookie_generate_cb', 'void', [pointer, pointer]),
    onCookieCheck: on<void>('SSL_CTX_set_cookie_verify_cb', 'void', [pointer, pointer]),
    /** The addresses of both functions. They stay valid as long as the process. */
    registerCookies: ({ create, isValid }: CookieCallbacks): { readonly create: bigint; readonly check: bigint } => ({
      create: koffi.register(
        (_: Pointer, target: bigint, length: bigint) => {
          const cookie = create()
          koffi.encode(target, koffi.array('uint8_t', cookie.length), cookie)
          koffi.encode(length, 'unsigned int', cookie.length)
          return 1
        },
        koffi.pointer(koffi.proto('int (void *, void *, void *)')),
      ),
      check: koffi.register(
        (_: Pointer, cookie: bigint, length: number) => {
          if (length > maxCookieBytes) return 0
          return isValid(Uint8Array.from(koffi.decode(cookie, koffi.array('uint8_t', length)))) ? 1 : 0
        },
        koffi.pointer(koffi.proto('int (void *, void *, unsigned int)')),
      ),
    }),
    newConnection: on<Pointer>('SSL_new', pointer, [pointer]),
    freeConnection: on<void>('SSL_free', 'void', [pointer]),
    setBios: on<void>('SSL_set_bio', 'void', [pointer, pointer, pointer]),
    control: on<number>('SSL_ctrl', 'long', [pointer, 'int', 'long', pointer]),
    acceptState: on<void>('SSL_set_accept_state', 'void', [pointer]),
    listen: on<number>('DTLSv1_listen', 'int', [pointer, pointer]),
    handshake: on<number>('SSL_do_handshake', 'int', [pointer]),
    read: on<number>('SSL_read', 'int', [pointer, bytes, 'int']),
    write: on<number>('SSL_write', 'int', [pointer, bytes, 'int']),
    shutdown: on<number>('SSL_shutdown', 'int', [pointer]),
    errorOf: on<number>('SSL_get_error', 'int', [pointer, 'int']),
    currentCipher: on<Pointer>('SSL_get_current_cipher', pointer, [pointer]),
    cipherName: on<string>('SSL_CIPHER_get_name', 'const char *', [pointer]),
    peerCertificate: on<Pointer>('SSL_get1_peer_certificate', pointer, [pointer]),
    newBio: on<Pointer>('BIO_new', pointer, [pointer]),
    memory: on<Pointer>('BIO_s_mem', pointer, []),
    freeBio: on<number>('BIO_free', 'int', [pointer]),
    readBio: on<number>('BIO_read', 'int', [pointer, bytes, 'int']),
    writeBio: on<number>('BIO_write', 'int', [pointer, bytes, 'int']),
    controlBio: on<number>('BIO_ctrl', 'long', [pointer, 'int', 'long', pointer]),
    newAddress: on<Pointer>('BIO_ADDR_new', pointer, []),
    freeAddress: on<void>('BIO_ADDR_free', 'void', [pointer]),
    toCertificate: on<Pointer>('d2i_X509_bio', pointer, [pointer, pointer]),
    toDer: on<number>('i2d_X509_bio', 'int', [pointer, pointer]),
    freeCertificate: on<void>('X509_free', 'void', [pointer]),
    toPrivateKey: on<Pointer>('d2i_PrivateKey_bio', pointer, [pointer, pointer]),
    freePrivateKey: on<void>('EVP_PKEY_free', 'void', [pointer]),
    nextError: on<number | bigint>('ERR_get_error', 'unsigned long', []),
    clearErrors: on<void>('ERR_clear_error', 'void', []),
    errorText: on<void>('ERR_error_string_n', 'void', ['unsigned long', bytes, 'size_t']),
  }
}

type Value = Pointer | number | string | Uint8Array

export type OpenSsl = ReturnType<typeof bind>

let known: OpenSsl | { readonly reason: string } | undefined

function find(): OpenSsl | { readonly reason: string } {
  try {
    return bind()
  } catch (error) {
    return { reason: `DTLS is not available on this node: ${messageOf(error)}` }
  }
}

/** @throws if this Node does not export OpenSSL */
export function openSsl(): OpenSsl {
  known ??= find()
  if ('reason' in known) throw new Error(known.reason)
  return known
}

/** Whether DTLS listeners can run: the library for native calls has a build for this machine, and Node exports OpenSSL. */
export function dtlsCapability(): { readonly type: 'dtls'; readonly available: boolean; readonly reason?: string } {
  known ??= find()
  return 'reason' in known
    ? { type: 'dtls', available: false, reason: known.reason }
    : { type: 'dtls', available: true }
}
