import sharp, { type Create } from 'sharp'

/** A phone writes such words, and the place, into every photo. */
export const PHOTO_MARK = 'taken at home'
const PLACE = {
  IFD0: { Copyright: PHOTO_MARK },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 13/1 4947/100' },
}

/** A small one, which goes as it is, and one of 12 million pixels, which the page must make smaller. */
export async function takePhotos() {
  const photo = async (name: string, create: Pick<Create, 'width' | 'height'> & Partial<Create>) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { ...create, channels: 3, background: '#c03030' } })
      .withExif(PLACE)
      .jpeg({ quality: 80 })
      .toBuffer(),
  })
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return {
    small: await photo('small.jpg', { width: 400, height: 300 }),
    large: await photo('large.jpg', { width: 4000, height: 3000, noise }),
    broken: { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg onload="alert(1)"/>') },
  }
}
