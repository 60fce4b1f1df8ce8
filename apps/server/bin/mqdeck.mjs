#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { useNode } from './node.mjs'

await useNode()
const bundle = new URL('../dist/main.js', import.meta.url)
if (existsSync(bundle)) await import(bundle.href)
else {
  console.error('MQDeck is not built. Run "npm start" or "npm run build" in its folder first.')
  process.exitCode = 1
}
