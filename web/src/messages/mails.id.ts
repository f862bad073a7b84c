// Kalimat di halaman-halaman link email, dalam Bahasa Indonesia.
import type { MailMessages } from "./mails.en";

export const messages = {
  forgot: {
    lead: "Tuliskan alamat email Anda, lalu kami kirim link untuk membuat kata sandi baru.",
    submit: "Kirim link",
    sent: (email: string) => `Jika ada akun untuk ${email}, linknya sedang dikirim.`,
  },
  reset: {
    lead: "Buat kata sandi baru. Anda akan keluar dari semua perangkat lain.",
    leadFor: (email: string) => `Buat kata sandi baru untuk ${email}. Anda akan keluar dari semua perangkat lain.`,
    password: "Kata sandi baru",
    submit: "Simpan dan masuk",
    saved: "Kata sandi baru sudah disimpan",
    over: "Link ini sudah dipakai atau kedaluwarsa",
    overLead: "Link hanya bisa dipakai sekali dan berlaku satu jam. Anda bisa meminta link baru.",
    askAgain: "Kirim link baru",
  },
  confirm: {
    lead: "Tinggal satu langkah: pastikan alamat email ini milik Anda.",
    submit: "Konfirmasi alamat email saya",
    done: "Email sudah dikonfirmasi",
    doneLead: (email: string) => `Alamat Anda sudah dikonfirmasi, dan Anda masuk sebagai ${email}.`,
    choose: "Buat kata sandi",
    chooseLead:
      "Alamat Anda sudah dikonfirmasi. Ada lebih dari satu kata sandi yang diajukan untuk alamat ini, mungkin oleh orang lain, jadi tidak ada yang berlaku. Buat kata sandi untuk masuk mulai sekarang.",
    chooseSubmit: "Simpan kata sandi",
    goOn: "Mulai belanja",
    check: "Cek email Anda",
    checkLead: "Tinggal satu langkah: buka link di email yang kami kirimkan.",
    sent: (email: string) => `Link sedang dikirim ke ${email}.`,
    sentAgain: (email: string) => `Jika akun untuk ${email} masih perlu dikonfirmasi, linknya sedang dikirim.`,
    ask: "Sudah mendaftar, tetapi email belum sampai? Tuliskan alamat Anda, kami kirim ulang.",
    over: "Link ini sudah dipakai atau kedaluwarsa",
    overLead: "Jika alamat Anda sudah dikonfirmasi, langsung saja masuk. Jika belum, mintalah link baru.",
    submitAgain: "Kirim link baru",
  },
  unsubscribe: {
    lead: "Anda tidak akan menerima email tentang pesanan dan audisi lagi. Email yang Anda minta sendiri, misalnya link kata sandi baru, tetap dikirim.",
    submit: "Hentikan email ini",
    done: "Anda berhenti menerima email tentang pesanan dan audisi.",
    doneLead: "Jika berubah pikiran, aktifkan lagi di Data Saya.",
    unknown: "Link ini tidak valid",
    unknownLead:
      "Mungkin linknya tidak lengkap. Buka dari email terbaru, atau atur di Data Saya apakah Anda menerima email.",
    goOn: "Ke toko",
  },
  hint: "Link hanya bisa dipakai sekali dan berlaku satu jam. Jika belum sampai setelah beberapa menit, cek folder spam.",
  again: "Kirim ulang",
  againIn: (seconds: number) => `Kirim ulang dalam ${seconds} detik`,
  tooMany: (seconds: number) => `Terlalu banyak email yang diminta. Coba lagi dalam ${seconds} detik.`,
  notSent: "Email gagal dikirim. Silakan coba beberapa menit lagi.",
  otherAddress: "Pakai alamat lain",
  toSignIn: "Ke halaman masuk",
} satisfies MailMessages;
