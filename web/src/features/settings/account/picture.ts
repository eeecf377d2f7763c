// Crops the chosen image file to a square of its center, 256 pixels wide.
const side = 256

/** Rejects with words for people when the file is no image this browser can read. */
export async function squarePicture(file: File): Promise<string> {
  let image: ImageBitmap
  try {
    image = await createImageBitmap(file)
  } catch {
    throw new Error(`${file.name} is no picture that this browser can read. Choose a PNG, JPEG, GIF or WebP file.`)
  }
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw pictures.')
  const edge = Math.min(image.width, image.height)
  // JPEG has no transparency; what is see-through becomes white instead of black.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, side, side)
  pen.drawImage(image, (image.width - edge) / 2, (image.height - edge) / 2, edge, edge, 0, 0, side, side)
  image.close()
  return canvas.toDataURL('image/jpeg', 0.88)
}
