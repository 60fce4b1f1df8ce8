import type { Text } from '@mqdeck/contract'
import { blake2b, blake2s } from '@noble/hashes/blake2.js'
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3.js'
import { bytes, fail, text } from './arguments.ts'
import { defineFamily } from './function.ts'
import { toHex } from './hex.ts'
import { sqlFunction } from './sql-function.ts'

type Hash = (data: Uint8Array) => Uint8Array

/** With the names of Erlang, where `sha` is SHA-1. */
const algorithms: Readonly<Record<string, Hash>> = {
  md5,
  ripemd160,
  sha: sha1,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  sha3_224,
  sha3_256,
  sha3_384,
  sha3_512,
  shake128: (data) => shake128(data, { dkLen: 16 }),
  shake256: (data) => shake256(data, { dkLen: 32 }),
  blake2b: (data) => blake2b(data),
  blake2s: (data) => blake2s(data),
}

const hash = (name: string, help: Text, algorithm: Hash, ofHello: string) =>
  sqlFunction({
    name,
    takes: 'data',
    help,
    examples: [[`${name}('hello')`, ofHello]],
    run: (args) => toHex(algorithm(bytes(args, 0))),
  })

export const hashes = defineFamily({
  id: 'hashes',
  title: { en: 'Hashes', zh: '哈希' },
  functions: [
    hash(
      'md5',
      { en: 'MD5 hash of a string or binary, in hexadecimal.', zh: '计算 MD5 值，以十六进制字符串返回。' },
      md5,
      '5d41402abc4b2a76b9719d911017c592',
    ),
    hash(
      'sha',
      { en: 'SHA-1 hash of a string or binary, in hexadecimal.', zh: '计算 SHA-1 值，以十六进制字符串返回。' },
      sha1,
      'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d',
    ),
    hash(
      'sha256',
      { en: 'SHA-256 hash of a string or binary, in hexadecimal.', zh: '计算 SHA-256 值，以十六进制字符串返回。' },
      sha256,
      '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    ),
    sqlFunction({
      name: 'hash',
      takes: 'algorithm, data',
      help: {
        en: 'Hash of a string or binary, in hexadecimal. Algorithms are md5, sha (SHA-1), sha224 to sha512, sha3_224 to sha3_512, shake128, shake256, blake2b, blake2s and ripemd160.',
        zh: '按指定算法计算哈希，以十六进制字符串返回：md5、sha（SHA-1）、sha224 至 sha512、sha3_224 至 sha3_512、shake128、shake256、blake2b、blake2s 或 ripemd160。',
      },
      examples: [[`hash('sha1', 'hello')`, 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d']],
      run: (args) => {
        const name = text(args, 0)
        const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined
        return toHex((algorithm ?? fail(`unknown hash algorithm '${name.slice(0, 40)}'`))(bytes(args, 1)))
      },
    }),
  ],
})
