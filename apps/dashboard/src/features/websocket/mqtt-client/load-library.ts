/** More than 100 KB, so it is loaded with the first connection. */
export async function loadLibrary() {
  const { default: mqtt } = await import('mqtt')
  return mqtt.connect
}
