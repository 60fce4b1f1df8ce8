/** Over a hundred kilobytes: it comes with the first connection. */
export async function loadLibrary() {
  const { default: mqtt } = await import('mqtt')
  return mqtt.connect
}
