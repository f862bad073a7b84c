// Kalimat backend yang biasa ditemui orang, dalam Bahasa Indonesia; kalimat aslinya tetap tampil di bawahnya.

const usual: readonly (readonly [RegExp, string])[] = [
  [/^missing email or phone$/, "Isi alamat email Anda."],
  [/^Invalid login credentials$/, "Email atau kata sandi salah."],
  [/^Email not confirmed$/, "Alamat email belum dikonfirmasi. Buka tautan di email yang kami kirimkan."],
  [/^Anonymous sign-ins are disabled$/, "Isi alamat email Anda."],
  [/^Signup requires a valid password$/, "Isi kata sandi."],
  [/^Password should be at least (\d+) characters\.$/, "Kata sandi minimal $1 karakter."],
  [/^Password cannot be longer than (\d+) characters$/, "Kata sandi maksimal $1 karakter."],
  [/^This password is among the most common ones\./, "Kata sandi ini terlalu mudah ditebak. Pilih kata sandi lain."],
  [/^New password should be different/, "Kata sandi baru harus berbeda dari yang lama."],
  [/^Unable to validate email address: invalid format$/, "Alamat email tidak benar. Contoh: nama@contoh.id"],
  [/^Email address "(.*)" is invalid$/, 'Alamat email "$1" tidak bisa dipakai.'],
  [/already (been )?registered$/, "Alamat email sudah terdaftar."],
  [/^The shop is under maintenance\./, "Toko sedang dalam pemeliharaan. Coba lagi nanti."],
  [/^User is banned$/, "Akun ini diblokir. Hubungi toko."],
  [/can only request this after (\d+) seconds\.$/, "Tunggu $1 detik, lalu coba lagi."],
  [/rate limit/, "Terlalu banyak percobaan. Tunggu beberapa menit, lalu coba lagi."],
  [
    /^(Token has expired|Invalid recovery code|Invalid TOTP code)/,
    "Kode atau tautan ini salah atau sudah kedaluwarsa.",
  ],
  [/^(JWT|Session from|User from sub|Invalid Refresh Token)/, "Sesi Anda sudah berakhir. Silakan masuk lagi."],
  [/^Please enter your password again/, "Masukkan kata sandi Anda sekali lagi."],
  [/row-level security policy|^permission denied/, "Anda tidak berhak melakukan ini."],
  [/^duplicate key|^The resource already exists$/, "Data ini sudah ada."],
  [/^Object not found$/, "Berkas tidak ditemukan."],
  [/^mime type .* is not supported/, "Jenis berkas ini tidak didukung. Pilih gambar JPEG, PNG, atau WebP."],
  [
    /maximum allowed size$|^(Payload|The body is) too large|too expensive to process/,
    "Berkas terlalu besar. Pilih gambar yang lebih kecil.",
  ],
  [/^The picture is damaged\./, "Gambar ini rusak. Pilih gambar lain."],
  [/^The upload took too long/, "Unggahan terlalu lama. Coba lagi dengan koneksi yang lebih baik."],
  [/^Too many (uploads|images|image sizes) /, "Server sedang sibuk. Tunggu sebentar, lalu coba lagi."],
  [/^At most .* pictures and .* MB /, "Batas unggahan Anda sudah tercapai. Coba lagi besok."],
  [/^At most (\d+) orders/, "Maksimal $1 pesanan sekaligus."],
  [/^The picture ".*" belongs to another record/, "Gambar ini sudah dipakai data lain. Unggah lagi."],
  [/^This proof of payment belongs to another order/, "Bukti pembayaran ini sudah dipakai untuk pesanan lain."],
  [/^The proof of payment is not among the files/, "Bukti pembayaran belum terunggah. Pilih berkasnya sekali lagi."],
  [
    /^The stock.* has changed from /,
    "Stok sudah berubah sementara itu. Buka lagi produknya, lalu isi stoknya kembali.",
  ],
  [/^This decision can't be undone any more\.$/, "Keputusan ini tidak bisa diurungkan lagi."],
  [
    /^(This order or registration is gone\.$|The order or registration is gone, or )/,
    "Pesanan atau pendaftaran ini sudah tidak ada, atau tidak perlu dibayar.",
  ],
  [/^This record was deleted too long ago/, "Data ini sudah terlalu lama dihapus, atau sudah dikembalikan."],
  [/^This was accepted already/, "Pembayaran ini sudah diterima oleh admin lain."],
  [/^This was rejected already/, "Pembayaran ini sudah ditolak oleh admin lain."],
  [/^This was answered already/, "Pendaftaran ini sudah dijawab dengan pengumuman."],
  [/^Accept the payment, or reject it\.$/, "Pilih: terima atau tolak pembayaran ini."],
  [/^Say why the payment is rejected/, "Tulis alasan penolakan; pembayar akan membacanya."],
  [/^At most 10,000 lines of a statement/, "Sekali impor maksimal 10.000 baris mutasi."],
  [/^This line of the statement is gone\.$/, "Baris mutasi ini sudah tidak ada."],
  [
    /^This line is matched to a payment already\./,
    "Baris ini sudah dicocokkan dengan pembayaran lain. Batalkan kecocokannya lebih dulu.",
  ],
  [
    /^Several orders can share a line only if/,
    "Satu baris hanya bisa untuk beberapa pesanan dari satu pembeli yang jumlahnya sama dengan baris itu.",
  ],
  [/^The total is not an amount in rupiah\.$/, "Total ini bukan jumlah rupiah yang benar."],
  [/^The audition takes no more registrations\.$/, "Pendaftaran audisi sudah ditutup."],
  [/violates (check|not-null|foreign key) constraint|out of range/, "Ada isian yang tidak dapat diterima."],
];

/** Undefined for a message that nobody has put into Indonesian. */
export function inIndonesian(message: string): string | undefined {
  const found = usual.find(([pattern]) => pattern.test(message));
  const [whole = ""] = found ? (found[0].exec(message) ?? []) : [];
  return found && whole.replace(...found);
}
