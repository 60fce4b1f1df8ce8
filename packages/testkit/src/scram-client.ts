import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'

/** The client side of SCRAM (RFC 5802, 3), written from the RFC for tests. */
export function createScramClient(hash: 'sha256' | 'sha512', username: string, password: string, nonce: string) {
  const bare = `n=${username.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${nonce}`
  const mac = (key: Uint8Array, text: string | Uint8Array) => createHmac(hash, key).update(text).digest()
  let expected = ''
  return {
    first: `n,,${bare}`,
    final(serverFirst: string): string {
      const [, combined = '', salt = '', iterations = ''] = /^r=([^,]+),s=([^,]+),i=(\d+)$/.exec(serverFirst) ?? []
      const length = hash === 'sha256' ? 32 : 64
      const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(iterations), length, hash)
      const clientKey = mac(salted, 'Client Key')
      const withoutProof = `c=biws,r=${combined}`
      const text = `${bare},${serverFirst},${withoutProof}`
      const signature = mac(createHash(hash).update(clientKey).digest(), text)
      expected = `v=${mac(mac(salted, 'Server Key'), text).toString('base64')}`
      return `${withoutProof},p=${Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0))).toString('base64')}`
    },
    /** Signature of a server that has the password. */
    serverFinal: () => expected,
  }
}
